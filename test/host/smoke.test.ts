import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { commands, extensions, window, workspace } from "vscode";

describe("The extension in a real VS Code", () => {
  it("is installed and activates", async () => {
    const extension = extensions.getExtension("forgeside.forgeside");
    assert.ok(extension, "forgeside.forgeside is not among the extensions");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("runs on a fresh copy of the fixture workspace", async () => {
    const folder = workspace.workspaceFolders?.[0];
    assert.ok(folder, "no workspace folder is open");
    const document = await workspace.openTextDocument(`${folder.uri.fsPath}/greeting.ts`);
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(editor.document.positionAt(0), "// changed\n"));
    assert.equal(await document.save(), true);
    assert.match(await readFile(document.uri.fsPath, "utf8"), /^\/\/ changed\n/);
    await commands.executeCommand("workbench.action.closeAllEditors");
  });
});
