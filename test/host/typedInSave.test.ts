import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, workspace } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { hookTools } from "./support/hookTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { holdWrites } from "./support/heldRequests.ts";
import { ids, tokens } from "./support/seeds.ts";

describe("What is typed while a document is saved", () => {
  const { session, uri: repoUri, add, atService } = useRepositorySession();
  const { make, hooks, uriOf } = hookTools(session);

  /** Saves the first text, which the service holds back until the second one is typed. */
  const typeInSave = async (uri: Uri, first: string, ...more: readonly string[]): Promise<TextDocument> => {
    const document = await show(uri);
    const writes = holdWrites(session.forge);
    await type(document, first);
    const saving = document.save();
    await writes.arrived();
    for (const text of more) await type(document, text);
    writes.release();
    // Something is unsaved.
    assert.equal(await saving, false);
    return document;
  };
  const saveAgain = async (document: TextDocument, second: string): Promise<void> => {
    // VS Code itself calls it saved.
    assert.deepEqual([document.getText(), document.isDirty, isUnsavedTab(document)], [second, false, true]);
    assert.equal(await document.save(), true);
    await eventually(() => !isUnsavedTab(document), "it is saved");
    assert.equal(document.getText(), second);
    assert.deepEqual(session.messages, []);
  };

  it("is unsaved, and sent by the next save of a gist's file", async () => {
    const document = await typeInSave(
      session.uri(ids.hello, "hello.py"),
      "print('one')\n",
      "print('one')\nprint(2)\n",
    );
    await saveAgain(document, "print('one')\nprint(2)\n");
    assert.equal(session.forge.files(ids.hello)?.["hello.py"], "print('one')\nprint(2)\n");
  });

  it("is saved again once it is typed back and reverted", async () => {
    const document = await typeInSave(session.uri(ids.hello, "hello.py"), "one\n", "one\ntwo\n", "one\n");
    /** As stat answers it for a document that is unsaved: see FileTimes. */
    const isUnsaved = async (): Promise<boolean> => (await workspace.fs.stat(document.uri)).mtime === 0;
    assert.deepEqual([await isUnsaved(), isUnsavedTab(document)], [true, true]);
    await commands.executeCommand("workbench.action.files.revert");
    await eventually(async () => !(await isUnsaved()), "it is saved");
    assert.deepEqual([document.getText(), isUnsavedTab(document)], ["one\n", false]);
  });

  it("is unsaved, and committed by the next save of a repository's file", async () => {
    await add("notes.txt", "none\n");
    await answering({ showInputBox: () => "My message" }, async () => {
      const document = await typeInSave(repoUri("notes.txt"), "one\n", "one\ntwo\n");
      await saveAgain(document, "one\ntwo\n");
    });
    assert.equal(await atService("notes.txt"), "one\ntwo\n");
  });

  it("is unsaved, and sent by the next save of a hook", async () => {
    const hook = await make({ events: ["push"] });
    const text = (await show(uriOf(hook))).getText();
    const second = text.replace('"push"', '"push", "fork"');
    const document = await typeInSave(uriOf(hook), text.replace('"push"', '"star"'), second);
    await saveAgain(document, second);
    assert.deepEqual((await hooks())[0]?.events, ["push", "fork"]);
  });

  /** Undoes what was typed in and before the save, and saves with another change. */
  const undoAll = async (uri: Uri, text: string): Promise<string> => {
    const document = await typeInSave(uri, text.replace("one", "ONE"), text.replace("one", "ONE!"));
    await eventually(async () => {
      await commands.executeCommand("undo");
      return document.getText() === text;
    }, "it is undone");
    const changed = text.replace("five", "FIVE");
    await type(document, changed);
    assert.equal(await document.save(), true);
    assert.equal(document.getText(), changed);
    return changed;
  };
  const lines = "one\ntwo\nthree\nfour\nfive\n";

  it("is published without what was undone since, in a gist's file", async () => {
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { "notes.md": { content: lines } } });
    const changed = await undoAll(session.uri(ids.notes, "notes.md"), lines);
    assert.equal(session.forge.files(ids.notes)?.["notes.md"], changed);
    assert.deepEqual(session.messages, []);
  });

  it("is committed without what was undone since, in a repository's file", async () => {
    await add("lines.txt", lines);
    await answering({ showInputBox: () => "My message" }, async () => {
      assert.equal(await undoAll(repoUri("lines.txt"), lines), await atService("lines.txt"));
    });
  });
});
