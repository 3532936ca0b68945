import assert from "node:assert/strict";
import { commands, Uri, window, workspace } from "vscode";
import { isEditorSuperseded } from "../../src/ui/isEditorSuperseded.ts";
import { showError } from "../../src/ui/showError.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes } from "./support/documents.ts";
import { itWithNode } from "./support/versions.ts";

describe("An editor that the user leaves before it is in front", () => {
  itWithNode("is no failure that is shown; one that cannot be opened is", async () => {
    const root = workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
    const files = ["one.txt", "other.txt"].map((name) => Uri.joinPath(root, name));
    for (const file of files) await workspace.fs.writeFile(file, bytes("text\n"));
    const errors: unknown[] = [];
    await eventually(async () => {
      const shown = files.map(async (uri) => window.showTextDocument(uri, { preview: false }));
      for (const each of await Promise.allSettled(shown)) if (each.status === "rejected") errors.push(each.reason);
      return errors.length > 0;
    }, "VS Code says that another editor was opened");
    assert.ok(isEditorSuperseded(errors[0]), String(errors[0]));
    const said: string[] = [];
    const logged: string[] = [];
    // Another channel of the name would close the extension's own with it.
    const write = (what: string): void => void logged.push(what);
    const log = { error: write, info: write, show: () => undefined };
    await answering({ showErrorMessage: (text: string) => void said.push(text) }, async () => {
      await showError("search", errors[0], log);
      assert.deepEqual(said, []);
      await assert.rejects(
        async () => window.showTextDocument(Uri.joinPath(root, "missing.txt")),
        (error) => {
          errors.push(error);
          return !isEditorSuperseded(error);
        },
      );
      await showError("search", errors.at(-1), log);
      assert.match(said.join(), /missing\.txt/);
    });
    assert.deepEqual(logged, ["search: " + String(errors[0]).replace("Error: ", ""), "search"]);
    await commands.executeCommand("workbench.action.closeAllEditors");
    for (const file of files) await workspace.fs.delete(file);
  });
});
