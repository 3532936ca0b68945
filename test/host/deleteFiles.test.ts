import assert from "node:assert/strict";
import { commands, type Uri, window, workspace } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { gistCommands } from "../../src/ids.ts";
import type { FilePlace } from "../../src/gists/types.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids, tokens } from "./support/seeds.ts";
import { withAutoSave, withSetting } from "./support/session.ts";

describe("Deleting a file with unpublished edits", () => {
  const { session, uri: repositoryUri, atService } = useRepositorySession();
  const readme = (): Uri => repositoryUri("README.md");
  const place = (): FilePlace => ({ accountId: session.accountId, gistId: ids.hello, fileName: "hello.py" });
  const files = () => session.parts.files;
  /** What is asked while `act` runs; each question is answered with its button, or left. */
  const asked = async (isConfirmed: boolean, act: () => PromiseLike<unknown>): Promise<readonly string[]> => {
    const questions: string[] = [];
    const answer = (question: string, _options: unknown, button: string): string | undefined => {
      questions.push(question);
      return isConfirmed ? button : undefined;
    };
    await answering({ showWarningMessage: answer as never, showInputBox: () => "Delete" }, act);
    return questions;
  };
  const close = () => commands.executeCommand("workbench.action.closeActiveEditor");
  const isAtService = async (): Promise<boolean> => (await atService("README.md")) !== undefined;

  it("asks first in a repository, and the file stays when the question is left", async () => {
    const document = await show(readme());
    await withAutoSave(async () => {
      await type(document, "stored\n");
      await eventually(() => !document.isDirty, "it is stored");
    });
    await close();
    const remove = () => workspace.fs.delete(readme());
    const question = "Delete “README.md” and discard 1 unpublished edit?";
    assert.deepEqual(await asked(false, () => assert.rejects(async () => remove(), /Canceled/)), [question]);
    assert.deepEqual([await isAtService(), await readText(readme())], [true, "stored\n"]);
    assert.deepEqual(await asked(true, remove), [question]);
    assert.equal(await isAtService(), false);
    await assert.rejects(async () => readText(readme()));
  });

  it("discards a new file that the service did not take", async () => {
    const uri = session.uri(ids.hello, "new.py");
    await workspace.fs.writeFile(uri, new Uint8Array());
    const document = await show(uri);
    session.forge.answer = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "Validation Failed" }, { status: 422 }) : undefined;
    await type(document, "refused\n");
    assert.equal(await document.save(), true);
    session.forge.answer = () => undefined;
    const question = "Delete “new.py” and discard 1 unpublished edit?";
    assert.deepEqual(await asked(true, () => workspace.fs.delete(uri)), [question]);
    assert.deepEqual(files().pending.all, []);
    await assert.rejects(async () => readText(uri));
  });

  const keep = async (): Promise<void> => {
    await withSetting("forgeside.gists.publish", "manual", async () => {
      const document = await show(session.uri(ids.hello, "hello.py"));
      await type(document, "kept\n");
      assert.equal(await document.save(), true);
      await close();
    });
    await files().pending.put({
      place: place(),
      state: "unpublished",
      base: "",
      mine: "other",
      since: 1,
      changed: 1,
    });
  };

  for (const way of ["its command", "a file operation"])
    it(`asks first in a gist by ${way}, and everything stays when the question is left`, async () => {
      await keep();
      const uri = session.uri(ids.hello, "hello.py");
      const remove = async () =>
        way === "its command"
          ? commands.executeCommand(gistCommands.deleteFile, uri)
          : workspace.fs.delete(uri).then(undefined, () => undefined);
      const question = "Delete “hello.py” and discard 2 unpublished edits?";
      assert.deepEqual(await asked(false, remove), [question]);
      assert.equal(files().pending.of(place()).length, 2);
      assert.ok(Object.keys(session.forge.files(ids.hello) ?? {}).includes("hello.py"));
      assert.deepEqual(await asked(true, remove), [question]);
      assert.equal(files().pending.of(place()).length, 0);
      assert.deepEqual(Object.keys(session.forge.files(ids.hello) ?? {}), ["hello.rb"]);
      assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
    });

  it("of a gist deletes no content that was written after the question", async () => {
    const uri = session.uri(ids.hello, "hello.py");
    const remove = () => commands.executeCommand(gistCommands.deleteFile, uri);
    const said: (readonly unknown[])[] = [];
    const showWarningMessage = async (text: string, first: unknown, action?: string) => {
      if (action === undefined) return void said.push([text, first]);
      await session.forge
        .client(tokens.mia)
        .call("gists.edit", { id: ids.hello, files: { "hello.py": { content: "newer\n" } } });
      return action;
    };
    await answering({ showWarningMessage }, async () => {
      await remove();
      await eventually(() => said.length > 0, "it is said");
    });
    assert.deepEqual(said, [
      [
        "hello.py was changed elsewhere since you began. It was not deleted. Refresh and look at it first.",
        "Refresh",
      ],
    ]);
    assert.equal(session.forge.files(ids.hello)?.["hello.py"], "newer\n");
    await answering({ showWarningMessage: (_: string, __: unknown, action: string) => action }, async () =>
      remove(),
    );
    assert.deepEqual(Object.keys(session.forge.files(ids.hello) ?? {}), ["hello.rb"]);
  });

  it("of a gist deletes nothing while another window publishes the file", async () => {
    const folder = storageFolder(sharedFolder(session.parts.context, "edits"));
    const other = new PendingEdits(folder, systemClock);
    const edit = { place: place(), state: "queued", base: "", mine: "other", since: 1, changed: 1 } as const;
    // As a save that is on its way is stored.
    const sent = await other.put(edit, [], { isLeased: true, isHidden: true });
    const uri = session.uri(ids.hello, "hello.py");
    const isThere = (): boolean => "hello.py" in (session.forge.files(ids.hello) ?? {});
    try {
      await assert.rejects(async () => workspace.fs.delete(uri), /Another window is publishing “hello.py”/);
      assert.ok(isThere());
    } finally {
      await other.remove(sent.id);
      other.dispose();
    }
    await workspace.fs.delete(uri);
    assert.equal(isThere(), false);
  });
});
