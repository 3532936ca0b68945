import assert from "node:assert/strict";
import { CommentMode, commands, MarkdownString, window, workspace } from "vscode";
import { commentCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { textOf, useCommitTalk } from "./support/commitTalk.ts";
import { sendReply } from "./support/replies.ts";

describe("The comments of a commit", () => {
  const talk = useCommitTalk();
  const { session } = talk;

  it("stand at their lines on the right side, also those that only have a position, and none is lost", async () => {
    await talk.say(talk.otto, "At 21 :tada: ![spy](https://tracker.example/a.png)", { path: talk.file, line: 21 });
    await talk.say(talk.mia, "At 21 too", { path: talk.file, line: 21 });
    await talk.say(talk.otto, "By position", { path: talk.file, position: 2 });
    await talk.say(talk.otto, "Far away", { path: talk.file, line: 500 });
    await talk.say(talk.otto, "On the file", { path: talk.file });
    await talk.say(talk.otto, "On another file", { path: "README.md", line: 1 });
    await talk.say(talk.otto, "On the commit");
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 4, "the threads are there");
    await eventually(
      () => textOf(talk.threadAt(21).comments[0] ?? { body: "" }).includes("🎉"),
      "emoji are glyphs",
    );
    assert.deepEqual(talk.inFile(), [
      [0, "On the file"],
      [1, "Far away"],
      [19, "By position"],
      [21, "At 21 🎉 !\u200B[spy](https://tracker.example/a.png)", "At 21 too"],
    ]);
    assert.equal(talk.threadAt(21).range?.start.line, 20);
    assert.equal(talk.threadAt(21).label, "src/list.ts, line 21: 2 comments");
    assert.deepEqual(
      talk.threadAt(1).comments.map(({ label }) => label),
      ["line 500 is not here"],
    );
    await eventually(
      () => talk.comment("By position").contextValue === "comment;deletable;foreign",
      "rights are known",
    );
    assert.equal(talk.comment("At 21 too").contextValue, "comment;mine");
    await talk.showConversation();
    assert.deepEqual(
      talk.conversation().comments.map((each) => [textOf(each), each.label]),
      [
        ["On another file", "on README.md, line 1"],
        ["On the commit", undefined],
      ],
    );
    for (const { body } of talk.threads.all.flatMap(({ thread }) => thread.comments)) {
      assert.ok(body instanceof MarkdownString);
      assert.deepEqual([body.isTrusted ?? false, body.supportHtml ?? false], [false, false]);
    }
    assert.deepEqual(session.messages, []);
  });

  it("have glyphs for the emoji of one that is the first with some", async () => {
    await talk.say(talk.otto, "On the commit");
    await talk.openCommit();
    await talk.showConversation();
    await sendReply(session, {
      thread: talk.conversation(),
      text: "Done :tada:",
    });
    await eventually(
      () => talk.conversation().comments.some((each) => textOf(each) === "Done 🎉"),
      "it has a glyph",
    );
  });

  it("are read once for all that is open of a commit, and nothing is read for other files", async () => {
    await talk.say(talk.otto, "One", { path: talk.file, line: 21 });
    session.forge.requests.length = 0;
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 1, "the thread is there");
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("comments")),
      [`GET /repos/mia/tools/commits/${talk.sha}/comments?per_page=100`],
    );
    session.forge.requests.length = 0;
    const plain = talk.rightSide.with({ query: "" });
    await window.showTextDocument(plain);
    assert.deepEqual(await talk.threads.ranges(await workspace.openTextDocument(plain)), []);
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("comments")),
      [],
    );
  });

  it("may be begun at the lines of the difference only, and only by a user who is signed in", async () => {
    const document = await talk.openCommit();
    const ranges = (await talk.threads.ranges(document)).map(({ start, end }) => [start.line, end.line]);
    assert.deepEqual(ranges, [[17, 23]]);
    await session.parts.accounts.remove(session.accountId);
    assert.deepEqual(await talk.threads.ranges(document), []);
    assert.deepEqual(talk.threads.all, []);
  });

  it("are begun at a line, answered, changed and deleted", async () => {
    const document = await talk.openCommit();
    // As VS Code does when the user clicks a line.
    const begin = async (line: number, text: string): Promise<void> => {
      const [range] = await talk.threads.ranges(document);
      assert.ok(range);
      const thread = {
        uri: document.uri,
        range: range.with(range.start.with(line - 1), range.start.with(line - 1)),
        comments: [],
        dispose: () => undefined,
      };
      await sendReply(session, { thread, text });
    };
    await begin(21, "  ");
    assert.deepEqual(session.forge.sent("POST"), []);
    await begin(21, "Why?");
    assert.deepEqual(talk.inFile(), [[21, "Why?"]]);
    const [first] = await talk.atService();
    assert.deepEqual([first?.path, first?.line, first?.position], [talk.file, 21, 4]);
    await sendReply(session, { thread: talk.threadAt(21), text: "Because." });
    const [, second] = await talk.atService();
    assert.deepEqual([second?.body, second?.path, second?.line, second?.position], ["Because.", talk.file, 21, 4]);
    await begin(21, "Begun once more");
    assert.deepEqual(talk.inFile(), [[21, "Why?", "Because.", "Begun once more"]]);

    const shown = talk.comment("Because.");
    await commands.executeCommand(commentCommands.edit, shown);
    assert.deepEqual([shown.mode, shown.body], [CommentMode.Editing, "Because."]);
    shown.body = "Because of you.";
    await commands.executeCommand(commentCommands.save, shown);
    assert.equal((await talk.atService())[1]?.body, "Because of you.");
    assert.equal(talk.comment("Because of you."), shown, "VS Code knows it by its identity");

    let asked = "";
    await answering(
      {
        showWarningMessage: (message: string) => {
          asked = message;
          return "Delete Comment";
        },
      },
      () => commands.executeCommand(commentCommands.delete, shown),
    );
    assert.equal(asked, "Delete the comment “Because of you.”?");
    assert.equal((await talk.atService()).length, 2);
    for (const text of ["Why?", "Begun once more"])
      await answering({ showWarningMessage: () => "Delete Comment" }, () =>
        commands.executeCommand(commentCommands.delete, talk.comment(text)),
      );
    assert.deepEqual([talk.inFile(), await talk.atService()], [[], []]);
    assert.deepEqual(session.messages, []);
  });

  it("that were refused stay at their line, and are sent again once", async () => {
    await talk.say(talk.otto, "Well?", { path: talk.file, line: 22 });
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 1, "the thread is there");
    talk.refuse("POST");
    await sendReply(session, { thread: talk.threadAt(22), text: "Kept" });
    assert.deepEqual(session.messages, ["Comment: The server refused it: Not today."]);
    assert.deepEqual(talk.inFile(), [[22, "Well?", "Kept"]]);
    assert.deepEqual(
      [talk.comment("Kept").contextValue, talk.comment("Kept").label],
      ["comment;failed", "not sent"],
    );
    session.forge.answer = () => undefined;
    session.forge.requests.length = 0;
    const failed = talk.comment("Kept");
    await Promise.all([
      commands.executeCommand(commentCommands.retry, failed),
      commands.executeCommand(commentCommands.retry, failed),
    ]);
    assert.deepEqual(session.forge.sent("POST"), [`POST /repos/mia/tools/commits/${talk.sha}/comments`]);
    assert.deepEqual(talk.inFile(), [[22, "Well?", "Kept"]]);
    assert.equal(talk.comment("Kept").contextValue, "comment;mine");
  });

  it("that were refused can be discarded, and their thread is removed with them", async () => {
    const document = await talk.openCommit();
    talk.refuse("POST", 422);
    const [range] = await talk.threads.ranges(document);
    await sendReply(session, {
      thread: { uri: document.uri, range, comments: [], dispose: () => undefined },
      text: "Never mind",
    });
    assert.deepEqual(talk.inFile(), [[24, "Never mind"]]);
    await answering({ showWarningMessage: () => "Discard" }, () =>
      commands.executeCommand(commentCommands.discard, talk.comment("Never mind")),
    );
    assert.deepEqual(talk.inFile(), []);
  });
});
