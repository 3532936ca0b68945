import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { extensions, window, workspace } from "vscode";
import { extensionId } from "../../src/ids.ts";
import { activated } from "./support/activation.ts";
import { closeEditors } from "./support/session.ts";

describe("The extension in a real VS Code", () => {
  it("is installed and activates", async () => {
    await activated();
    assert.equal(extensions.getExtension(extensionId)?.isActive, true);
  });

  it("runs on a fresh copy of the fixture workspace", async () => {
    const folder = workspace.workspaceFolders?.[0];
    assert.ok(folder, "no workspace folder is open");
    const document = await workspace.openTextDocument(`${folder.uri.fsPath}/greeting.ts`);
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(editor.document.positionAt(0), "// changed\n"));
    assert.equal(await document.save(), true);
    assert.match(await readFile(document.uri.fsPath, "utf8"), /^\/\/ changed\n/);
    await closeEditors();
  });
});
