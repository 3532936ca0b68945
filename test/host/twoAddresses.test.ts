import assert from "node:assert/strict";
import { type TextDocument, Uri } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A gist's file that is open at two addresses", () => {
  const session = useSession();
  const lines = "one\ntwo\nthree\nfour\nfive\n";
  const atService = () => session.forge.files(ids.notes)?.["notes.md"];

  /** At the address of now, and at that of former versions. */
  const open = async (): Promise<readonly [TextDocument, TextDocument]> => {
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { "notes.md": { content: lines } } });
    await session.parts.gists.reload(session.accountId, ids.notes);
    const uri = session.uri(ids.notes, "notes.md");
    const former = Uri.from({
      scheme: uri.scheme,
      authority: session.accountId,
      path: `/${ids.notes}/Notes/notes.md`,
    });
    assert.notEqual(uri.toString(), former.toString());
    const both = [await show(uri), await show(former)] as const;
    for (const document of both) assert.equal(document.getText(), lines);
    return both;
  };

  it("shows in one what was saved in the other", async () => {
    const [now, former] = await open();
    await type(now, lines.replace("one", "ONE"));
    assert.equal(await now.save(), true);
    await eventually(() => former.getText() === now.getText(), "the other one shows it");
    await type(former, former.getText().replace("five", "FIVE"));
    assert.equal(await former.save(), true);
    await eventually(() => now.getText() === former.getText(), "and the other way round");
    assert.equal(atService(), "ONE\ntwo\nthree\nfour\nFIVE\n");
    assert.deepEqual(session.messages, []);
  });

  it("has what was typed in both", async () => {
    const [now, former] = await open();
    await type(now, lines.replace("one", "ONE"));
    await type(former, lines.replace("five", "FIVE"));
    assert.equal(await now.save(), true);
    assert.equal(await former.save(), true);
    assert.equal(atService(), "ONE\ntwo\nthree\nfour\nFIVE\n");
    for (const document of [now, former])
      await eventually(() => document.getText() === atService() && !isUnsavedTab(document), "it shows both");
    assert.deepEqual(session.messages, []);
  });

  it("is in conflict, and not overwritten, when both changed the same line", async () => {
    const [now, former] = await open();
    await type(now, lines.replace("one", "ONE"));
    await type(former, lines.replace("one", "EINS"));
    assert.equal(await now.save(), true);
    await answering({ showWarningMessage: () => undefined }, async () => {
      await former.save();
    });
    assert.equal(atService(), lines.replace("one", "ONE"));
    assert.deepEqual(
      session.parts.files.pending.all.map(({ state, mine }) => [state, mine]),
      [["conflict", lines.replace("one", "EINS")]],
    );
    assert.equal(now.getText().includes("EINS"), false, "the other editor is not the one in conflict");
  });

  it("keeps an unpublished edit of one apart from what is saved in the other", async () => {
    const [now, former] = await open();
    await session.parts.state.update("publishModes", { [`${session.accountId}/${ids.notes}`]: "manual" });
    await type(former, lines.replace("five", "FIVE"));
    await type(now, lines.replace("one", "ONE"));
    assert.equal(await now.save(), true);
    assert.equal(await former.save(), true);
    await session.parts.state.update("publishModes", undefined);
    for (const { place, id } of session.parts.files.pending.all)
      await session.parts.files.engine.publish(place, id);
    assert.equal(atService(), "ONE\ntwo\nthree\nfour\nFIVE\n");
  });
});
