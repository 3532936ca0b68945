import assert from "node:assert/strict";
import { CommentMode, commands } from "vscode";
import { commentCommands, settings } from "../../src/ids.ts";
import { draftCollections } from "../../src/storage/keptDrafts.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { textOf } from "./support/conversationTools.ts";
import { show } from "./support/documents.ts";
import { holdPosts, holdWrites } from "./support/heldRequests.ts";
import { useGistTalk } from "./support/gistTalk.ts";
import { withOpenMessages } from "./support/openMessages.ts";
import { ids } from "./support/seeds.ts";
import { sendReply } from "./support/replies.ts";
import { withSetting } from "./support/session.ts";

describe("A comment that is changed here and elsewhere", () => {
  const talk = useGistTalk();
  const { session } = talk;
  const theirs = "Long text of the web";
  const changeThere = async () =>
    talk.mia.call("gists.editComment", { gist_id: ids.notes, id: await talk.idOf("Thanks"), body: theirs });
  const asked: string[] = [];
  beforeEach(() => void (asked.length = 0));
  /** Answers the message about the conflict by this button. */
  const choosing = (button: string | undefined, act: () => PromiseLike<unknown>) => {
    const choose = (text: string, ...buttons: readonly unknown[]) => {
      asked.push(text);
      return buttons.includes(button) ? button : undefined;
    };
    return answering({ showErrorMessage: choose, showWarningMessage: choose } as never, async () => {
      await act();
      await eventually(() => asked.length > 0, "it is said");
    });
  };
  const conflictText = `The comment was changed on the server to “${theirs}”. What you wrote is stored as a draft.`;

  for (const [button, expected, left] of [
    [undefined, theirs, [["Thanks a lot", "conflict"]]],
    ["Keep Mine", "Thanks a lot", []],
    ["Take Theirs", theirs, []],
  ] as const)
    it(`is not overwritten unasked: ${button ?? "the message is left"}`, async () => {
      await talk.open();
      const shown = await talk.edit();
      await changeThere();
      await choosing(button, () => talk.save(shown, "Thanks a lot"));
      await eventually(
        async () => (await talk.bodies())[1] === expected && talk.drafts().length === left.length,
        "it is done",
      );
      assert.deepEqual([asked, talk.drafts()], [[conflictText], left]);
    });

  it("is not overwritten by an editor in which nothing was typed", async () => {
    await talk.open();
    const shown = await talk.edit();
    await changeThere();
    await commands.executeCommand(commentCommands.refresh, talk.thread());
    await talk.save(shown, "Thanks");
    assert.deepEqual([(await talk.bodies())[1], talk.drafts(), session.messages], [theirs, [], []]);
  });

  it("is not overwritten by a change that failed and is sent again", async () => {
    await talk.open();
    const shown = await talk.edit();
    talk.refuse("PATCH");
    await talk.save(shown, "Thanks a lot");
    session.forge.answer = () => undefined;
    await changeThere();
    await commands.executeCommand(commentCommands.refresh, talk.thread());
    await choosing(undefined, () => commands.executeCommand(commentCommands.retry, shown));
    assert.deepEqual(
      [(await talk.bodies())[1], asked, talk.drafts()],
      [theirs, [conflictText], [["Thanks a lot", "conflict"]]],
    );
  });

  it("is not replaced unasked where another window has stored a text for it", async () => {
    await talk.open();
    const shown = await talk.edit();
    const { state } = session.parts;
    const draft = { accountId: session.accountId, gistId: ids.notes, localId: "draft-1", body: "Typed there" };
    await state.update(draftCollections.gists, {
      "draft-1": { ...draft, editOf: await talk.idOf("Thanks"), base: "Thanks", error: "network" },
    });
    await choosing(undefined, () => talk.save(shown, "Typed here"));
    assert.match(asked[0] ?? "", /^“Typed there” was stored for this comment since .* Save again to replace that/);
    assert.deepEqual([shown.mode, textOf(shown)], [CommentMode.Editing, "Typed here"]);
    assert.deepEqual([talk.drafts(), session.forge.sent("PATCH")], [[["Typed there", "network"]], []]);
    await talk.save(shown, "Typed here");
    assert.deepEqual([(await talk.bodies())[1], talk.drafts()], ["Typed here", []]);
  });

  for (const button of ["Keep Mine", "Take Theirs"])
    it(`leaves a draft that was changed since to an old message’s ${button}`, async () => {
      await talk.open();
      const shown = await talk.edit();
      await changeThere();
      const texts: string[] = [];
      await withOpenMessages(async (said) => {
        void talk.save(shown, "Thanks a lot");
        await eventually(() => said.length === 1, "the conflict is said");
        void talk.save(await talk.edit(), "Thanks a lot, and more");
        await eventually(() => said.length === 2, "it is said again");
        said[0]?.click(button);
        await eventually(() => said.length === 3, "the first message is refused");
        texts.push(...said.map(({ text }) => text));
      });
      assert.deepEqual(texts, [conflictText, conflictText, "The text of this comment was changed since."]);
      assert.deepEqual(
        [(await talk.bodies())[1], talk.drafts()],
        [theirs, [["Thanks a lot, and more", "conflict"]]],
      );
    });

  it("goes on with what is typed when its editor is asked for twice", async () => {
    await talk.open();
    const shown = await talk.edit();
    shown.body = "typed";
    await talk.edit(shown);
    assert.deepEqual([shown.mode, textOf(shown)], [CommentMode.Editing, "typed"]);
  });

  it("leaves the editor open with what is saved while an earlier text is being sent", async () => {
    await withSetting(settings.commentsAtFileEnd, true, async () => {
      await show(session.uri(ids.notes, "notes.md"));
      const count = () => session.parts.conversations.all.length;
      // Only a document that is seen gets one.
      await eventually(() => count() === 1, "its thread is there");
      await talk.open();
      await eventually(() => count() === 2, "both threads are there");
      await eventually(() => [0, 1].every((index) => talk.thread(index).comments.length === 2), "both are read");
      const [one, two] = [await talk.edit(talk.comment("Thanks", 0)), await talk.edit(talk.comment("Thanks", 1))];
      const held = holdWrites(session.forge);
      const first = talk.save(one, "first text");
      await held.arrived();
      await choosing(undefined, () => talk.save(two, "second text"));
      held.release();
      await first;
      assert.deepEqual(asked, ["The comment is being sent. Save it again after that."]);
      assert.deepEqual([two.mode, textOf(two)], [CommentMode.Editing, "second text"]);
      await choosing("Keep Mine", () => talk.save(two, "second text"));
      await eventually(async () => (await talk.bodies())[1] === "second text", "it is sent");
    });
  });

  it("stays with its open editor when it was deleted elsewhere", async () => {
    await talk.open();
    const shown = await talk.edit();
    await talk.mia.call("gists.deleteComment", { gist_id: ids.notes, id: await talk.idOf("Thanks") });
    await commands.executeCommand(commentCommands.refresh, talk.thread());
    assert.ok(talk.thread().comments.includes(shown));
    await choosing("Send as New Comment", () => talk.save(shown, "Thanks a lot"));
    await eventually(async () => (await talk.bodies()).includes("Thanks a lot"), "it is a new one");
    assert.ok(!talk.thread().comments.includes(shown));
  });

  it("that was not sent stays with its open editor while it is sent, and says so then", async () => {
    await talk.open();
    talk.refuse("POST");
    await sendReply(session, { thread: talk.thread(), text: "My draft" });
    session.forge.answer = () => undefined;
    const failed = await talk.edit(talk.comment("My draft"));
    await commands.executeCommand(commentCommands.retry, failed);
    assert.ok(talk.thread().comments.includes(failed));
    await choosing(undefined, () => talk.save(failed, "My draft, longer"));
    assert.match(asked[0] ?? "", /^The comment was sent or discarded since\./);
    assert.deepEqual([failed.mode, textOf(failed)], [CommentMode.Editing, "My draft, longer"]);
    await commands.executeCommand(commentCommands.cancelEdit, failed);
    assert.ok(!talk.thread().comments.includes(failed));
  });

  it("is neither sent, saved nor discarded while another window sends it", async () => {
    await talk.open();
    talk.refuse("POST");
    await sendReply(session, { thread: talk.thread(), text: "Once" });
    session.forge.answer = () => undefined;
    const { state, comments } = session.parts;
    const stored = state.get<Readonly<Record<string, object>>>(draftCollections.gists) ?? {};
    const tried = (triedAt: number) =>
      state.update(
        draftCollections.gists,
        Object.fromEntries(Object.entries(stored).map(([id, draft]) => [id, { ...draft, triedAt }])),
      );
    await tried(Date.now());
    session.forge.requests.length = 0;
    const failed = await talk.edit(talk.comment("Once"));
    assert.equal(failed.label, "sending…");
    const busy = /^Another window may be sending this comment/;
    for (const command of [commentCommands.retry, commentCommands.discard, commentCommands.save]) {
      asked.length = 0;
      await choosing(undefined, () => commands.executeCommand(command, failed));
      assert.match(asked[0] ?? "", busy);
    }
    assert.deepEqual(session.forge.sent("POST"), []);
    // That window was closed before the answer.
    await tried(Date.now() - 61_000);
    await talk.save(failed, "Twice");
    assert.deepEqual([(await talk.bodies()).at(-1), comments.unsentOf(session.accountId)], ["Twice", []]);
  });

  it("is sent once as a reply, though that is sent again before it is answered", async () => {
    await talk.open();
    const held = holdPosts(session.forge);
    const target = { thread: talk.thread(), text: "Once" };
    // VS Code empties the reply box when the command ends: it doesn't wait for the answer.
    await commands.executeCommand(commentCommands.create, target);
    await commands.executeCommand(commentCommands.create, target);
    await held.arrived();
    assert.deepEqual(talk.drafts(), [["Once", undefined]]);
    held.release();
    await eventually(() => talk.drafts().length === 0, "it is sent");
    assert.equal((await talk.bodies()).filter((body) => body === "Once").length, 1);
  });
});
