import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, workspace } from "vscode";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { gistSideScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show } from "./support/documents.ts";
import { ids, tokens } from "./support/seeds.ts";
import { failureOf, useSession } from "./support/session.ts";


describe("A merge of a gist's file that is not done", () => {
  const session = useSession();
  const { notes } = ids;
  const uri = (): Uri => session.uri(notes, "notes.md");
  const edit = (): PendingEdit => session.parts.files.pending.all[0] ?? assert.fail("nothing is stored");
  const elsewhere = async (content: string): Promise<void> => {
    await session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
  };
  const shows = (document: TextDocument, text: string) =>
    eventually(() => document.getText() === text, `the editor shows ${JSON.stringify(text)}`);
  /** Leaves every question. */
  const leaving = (act: () => PromiseLike<unknown>) => answering({ showWarningMessage: () => undefined }, act);

  it("has its own sides after a reload of the window, and is not taken for done", async () => {
    await elsewhere("theirs\ntwo\n");
    const now = Date.now();
    const text = "<<<<<<< Mine\nmine\n=======\ntheirs\n>>>>>>> Theirs\ntwo\n";
    await session.parts.files.pending.put({
      place: { accountId: session.accountId, gistId: notes, fileName: "notes.md" },
      state: "conflict",
      base: "one\ntwo\n",
      mine: "mine\ntwo\n",
      since: now,
      changed: now,
      merge: { text, theirs: "theirs\ntwo\n", since: now },
    });
    const document = await show(uri());
    await shows(document, text);
    const side = (query: string): Uri => uri().with({ scheme: gistSideScheme, query });
    await leaving(async () => {
      // As VS Code opens it again.
      await commands.executeCommand("_open.mergeEditor", {
        base: side("base"),
        input1: { uri: side("theirs"), title: "Theirs" },
        input2: { uri: side("mine"), title: "Mine" },
        output: uri(),
      });
      await eventually(() => document.getText() !== text, "the merge editor starts over");
      assert.equal(document.getText(), "one\ntwo\n");
      assert.equal(await document.save(), true);
    });
    assert.equal(edit().mine, "mine\ntwo\n");
    assert.equal(edit().state, "conflict");
  });

  it("gives no other text for its sides once it is over", async () => {
    const side = uri().with({ scheme: gistSideScheme, query: "mine" });
    const error = await failureOf(workspace.openTextDocument(side));
    assert.match(error.message, /This merge of “notes\.md” is over\./);
  });
});
