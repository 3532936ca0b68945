import assert from "node:assert/strict";
import {
  CommentThreadCollapsibleState,
  commands,
  type QuickPickItem,
  Range,
  type Uri,
  window,
  workspace,
} from "vscode";
import { commentCommands, commitCommentCommands } from "../../src/ids.ts";
import { noLine } from "../../src/repos/comments/groups.ts";
import { commitSideUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { collapse } from "./support/collapse.ts";
import { textOf, useCommitTalk } from "./support/commitTalk.ts";
import { sendReply } from "./support/replies.ts";

describe("Comments on a file of a commit as a whole", () => {
  const talk = useCommitTalk();
  const { session } = talk;
  const sideOf = (path: string): Uri => commitSideUri({ ...talk.place, ref: talk.sha, path });

  it("are the only ones where there are no differences, and the thread says it before they are sent", async () => {
    // A service takes it for binary; VS Code looks at the beginning only.
    await talk.put("data.bin", `${"text\n".repeat(300)}\0`);
    const uri = sideOf("data.bin");
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    assert.deepEqual(await talk.threads.ranges(document), [], "no line can be selected");
    await commands.executeCommand(commitCommentCommands.onFile, uri);
    const thread = talk.threadAt(noLine);
    assert.deepEqual(
      [thread.range, thread.label, thread.collapsibleState],
      [undefined, "data.bin, the file as a whole: No comments yet", CommentThreadCollapsibleState.Expanded],
    );
    await sendReply(session, { thread, text: "What is it?" });
    const [only] = await talk.atService();
    assert.deepEqual([only?.body, only?.path, only?.position], ["What is it?", "data.bin", null]);
    assert.equal(talk.threadAt(noLine), thread);
    assert.deepEqual(
      [thread.range, thread.label, thread.comments.map(textOf)],
      [undefined, "data.bin, the file as a whole: 1 comment", ["What is it?"]],
    );
    await talk.showConversation();
    assert.deepEqual(talk.conversation().comments.map(textOf), ["What is it?"]);
    assert.deepEqual(session.messages, []);
  });

  it("are begun on a file that the user picks, in its difference", async () => {
    let offered: readonly string[] = [];
    await answering(
      {
        showQuickPick: (items: readonly QuickPickItem[]) => {
          offered = items.map(({ label, description }) => `${label} (${description})`);
          return items[0];
        },
      },
      () => commands.executeCommand(commitCommentCommands.onFile, talk.commitRow()),
    );
    assert.deepEqual(offered, ["src/list.ts (changed)"]);
    assert.equal(window.activeTextEditor?.document.uri.toString(), talk.rightSide.toString());
    assert.equal(talk.threadAt(noLine).label, "src/list.ts, the file as a whole: No comments yet");
    const reply = { thread: talk.threadAt(noLine), text: "Too long" };
    await sendReply(session, reply);
    const [only] = await talk.atService();
    assert.deepEqual([only?.body, only?.path, only?.line, only?.position], ["Too long", talk.file, null, null]);
  });

  it("are read from the service, apart from those at line 1", async () => {
    await talk.say(talk.otto, "All of it", { path: talk.file });
    await talk.say(talk.otto, "The beginning", { path: talk.file, line: 1 });
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 2, "the threads are there");
    assert.deepEqual(talk.inFile(), [
      [noLine, "All of it"],
      [1, "The beginning"],
    ]);
    assert.equal(talk.threadAt(noLine).range, undefined);
    assert.ok(talk.threadAt(1).range?.isEqual(new Range(0, 0, 0, 0)));
    const known = talk.threadAt(noLine);
    await collapse(known);
    await commands.executeCommand(commitCommentCommands.onFile, talk.rightSide);
    assert.equal(talk.threadAt(noLine), known, "the thread of those that are there is unfolded");
    assert.equal(known.collapsibleState, CommentThreadCollapsibleState.Expanded);
  });

  it("are kept with their place when they can't be sent, and sent to it", async () => {
    await window.showTextDocument(talk.rightSide);
    await commands.executeCommand(commitCommentCommands.onFile);
    talk.refuse("POST");
    const thread = talk.threadAt(noLine);
    await sendReply(session, { thread, text: "Kept" });
    assert.deepEqual(thread.comments.map(textOf), ["Kept"]);
    session.forge.answer = () => undefined;
    await commands.executeCommand(commentCommands.retry, talk.comment("Kept"));
    const [only] = await talk.atService();
    assert.deepEqual([only?.body, only?.path, only?.line], ["Kept", talk.file, null]);
  });

  it("have a thread again when the one that was begun was closed without a text", async () => {
    await window.showTextDocument(talk.rightSide);
    await commands.executeCommand(commitCommentCommands.onFile);
    const first = talk.threadAt(noLine);
    await commands.executeCommand(commitCommentCommands.onFile);
    assert.equal(talk.threadAt(noLine), first, "what is typed below it stays");
    // As VS Code does when the user collapses a thread without comments, which it deletes then.
    await collapse(first);
    await commands.executeCommand(commitCommentCommands.onFile);
    assert.notEqual(talk.threadAt(noLine), first);
  });

  it("of a file that is no text are offered in the commit's conversation", async () => {
    await talk.put("logo.bin", "\0\0\0\0\0\0\0\0");
    await commands.executeCommand(commitCommentCommands.onFile, sideOf("logo.bin"));
    assert.deepEqual(session.messages, ["logo.bin has no text to comment on. Comment on the commit instead."]);
    assert.deepEqual(talk.threads.all, []);
  });

  it("aren't begun where the commit can't be read, and that is said", async () => {
    session.forge.answer = ({ url }) =>
      url.includes("/commits/") ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    await commands.executeCommand(commitCommentCommands.onFile, sideOf(talk.file));
    assert.equal(session.messages.length, 1);
    assert.match(session.messages[0] ?? "", /Not today/);
    assert.deepEqual(talk.threads.all, []);
  });
});
