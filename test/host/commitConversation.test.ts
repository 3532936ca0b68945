import assert from "node:assert/strict";
import { CommentThreadCollapsibleState, commands, env, window } from "vscode";
import { commentCommands, commitCommentCommands, commitConversationScheme, repoCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { collapse } from "./support/collapse.ts";
import { repoSeed, textOf, useCommitTalk } from "./support/commitTalk.ts";
import { menuOf } from "./support/menus.ts";
import { sendReply } from "./support/replies.ts";
import { useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("Comments in the conversation of a commit and in the view", () => {
  const talk = useCommitTalk();
  const statusTexts = useStatusTexts();
  const { session } = talk;

  it("have a document for what is said about the commit itself", async () => {
    await talk.say(talk.otto, "Nice work");
    await talk.say(talk.otto, "In the file", { path: talk.file, line: 21 });
    const thread = await talk.showConversation();
    const document = window.activeTextEditor?.document;
    await eventually(() => document?.getText().endsWith("2 comments") === true, "the text tells the count");
    const text = document?.getText() ?? "";
    assert.match(text, /^Write src\/list\.ts\n\nWith a body\.\n\nmia, .+\n/);
    assert.ok(text.includes(`\n${talk.sha}\n${session.forge.url}/mia/tools/commit/${talk.sha}\n`), text);
    assert.ok(text.includes("\n1 changed file\n  src/list.ts (changed, +1 -0, 1 comment)\n"), text);
    assert.equal(thread.range?.start.line, (document?.lineCount ?? 0) - 1);
    assert.equal(thread.label, "Write src/list.ts: 1 comment");
    await sendReply(session, { thread: talk.conversation(), text: "Thank you" });
    const last = (await talk.atService()).at(-1);
    assert.deepEqual([last?.body, last?.path], ["Thank you", null]);
    assert.deepEqual(talk.conversation().comments.map(textOf), ["Nice work", "Thank you"]);
    await commands.executeCommand(commentCommands.copyLink, talk.comment("Nice work"));
    assert.match(await env.clipboard.readText(), new RegExp(`/mia/tools/commit/${talk.sha}#commitcomment-\\d+$`));
    await talk.say(talk.otto, "Even later");
    await commands.executeCommand(commentCommands.refresh, talk.conversation());
    assert.deepEqual(talk.conversation().comments.map(textOf), ["Nice work", "Thank you", "Even later"]);
    assert.deepEqual(session.messages, []);
  });

  it("have a reply box again when an empty conversation that was folded and closed is shown", async () => {
    const thread = await talk.showConversation();
    await eventually(() => thread.label === "Write src/list.ts: No comments yet", "it is read");
    // As VS Code does when the user collapses a thread without comments, which it deletes then.
    await collapse(thread);
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await commands.executeCommand(commitCommentCommands.show, talk.commitRow());
    const next = talk.conversation();
    assert.notEqual(next, thread);
    assert.equal(next.collapsibleState, CommentThreadCollapsibleState.Expanded);
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await commands.executeCommand(commitCommentCommands.show, talk.commitRow());
    assert.equal(talk.conversation(), next, "what is typed below it stays");
    await collapse(next);
    await talk.say(talk.otto, "Nice work");
    await commands.executeCommand(commentCommands.refresh, window.activeTextEditor?.document.uri);
    assert.deepEqual(talk.conversation().comments.map(textOf), ["Nice work"]);
    assert.notEqual(talk.conversation(), next, "the comment is shown");
  });

  it("are opened from the view: at their line, or in the conversation", async () => {
    const atLine = await talk.say(talk.otto, "Here", { path: talk.file, line: 21 });
    const onCommit = await talk.say(talk.otto, "There");
    const lost = await talk.say(talk.otto, "Nowhere", { path: "README.md" });
    await commands.executeCommand(commitCommentCommands.open, talk.row("comments", atLine));
    await eventually(
      () => window.activeTextEditor?.document.uri.toString() === talk.rightSide.toString(),
      "the difference is open",
    );
    await eventually(() => window.activeTextEditor?.selection.active.line === 20, "it is at the line");
    assert.deepEqual(talk.inFile(), [[21, "Here"]]);
    for (const item of [onCommit, lost]) {
      await commands.executeCommand("workbench.action.closeAllEditors");
      await commands.executeCommand(commitCommentCommands.open, talk.row("comments", item));
      assert.equal(window.activeTextEditor?.document.uri.scheme, commitConversationScheme);
    }
    assert.deepEqual(talk.conversation().comments.map(textOf), ["There", "Nowhere"]);
    assert.deepEqual(session.messages, []);
    assert.deepEqual(menuOf("forgeside.repos", "repoLeaf;comments"), {
      inline: [commitCommentCommands.show],
      menu: [
        commitCommentCommands.open,
        repoCommands.openCommit,
        commitCommentCommands.show,
        repoCommands.openPage,
      ],
    });
  });

  it("that were deleted in the meantime are reported, and their row is removed", async () => {
    const { repos } = session.parts;
    const gone = await talk.say(talk.otto, "Here", { path: talk.file, line: 21 });
    assert.equal((await repos.section(talk.place, "comments")).items.length, 1);
    await talk.otto.call("repos.deleteCommitComment", { user: "mia", repo: "tools", id: gone.id });
    await commands.executeCommand(commitCommentCommands.open, talk.row("comments", gone));
    assert.deepEqual(statusTexts(), ["This comment was deleted in the meantime."]);
    assert.deepEqual(talk.inFile(), []);
    assert.equal((await repos.section(talk.place, "comments")).items.length, 0);
  });

  it("of a commit without a parent are in the file alone", async () => {
    const { items } = await session.parts.repos.section(talk.place, "commits");
    talk.sha = items.at(-1)?.sha ?? "";
    const first = await talk.say(talk.otto, "The beginning", { path: "README.md", line: 1 });
    await commands.executeCommand(commitCommentCommands.open, talk.row("comments", first));
    assert.match(window.activeTextEditor?.document.uri.path ?? "", /\/README\.md$/);
    assert.deepEqual(
      talk.threads.all.map(({ line, thread }) => [line, ...thread.comments.map(textOf)]),
      [[1, "The beginning"]],
    );
  });

  it("change the list of the repository's comments", async () => {
    const { repos } = session.parts;
    await talk.showConversation();
    assert.equal((await repos.section(talk.place, "comments")).items.length, 0);
    await sendReply(session, { thread: talk.conversation(), text: "One" });
    assert.equal((await repos.section(talk.place, "comments")).items.length, 1);
  });

  it("say at the thread why they cannot be read, and recover", async () => {
    await talk.say(talk.otto, "One");
    session.forge.answer = ({ url }) =>
      url.includes("/comments") ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    const thread = await talk.showConversation();
    await eventually(() => thread.label?.includes("Not today") === true, "it is said");
    session.forge.answer = () => undefined;
    await commands.executeCommand(commentCommands.refresh);
    assert.equal(talk.conversation().label, "Write src/list.ts: 1 comment");
    assert.deepEqual(talk.conversation().comments.map(textOf), ["One"]);
  });

  it("of a commit that is not there are not shown, and that is said", async () => {
    const row = talk.commitRow("0".repeat(40));
    await commands.executeCommand(commitCommentCommands.show, row);
    await eventually(() => session.messages.length === 1, "it is said");
    assert.deepEqual(talk.threads.all, []);
    assert.equal(window.activeTextEditor, undefined);
  });

  it("close with the account", async () => {
    await talk.say(talk.otto, "One");
    await talk.showConversation();
    talk.refuse("POST");
    await sendReply(session, { thread: talk.conversation(), text: "Kept" });
    assert.equal(session.parts.commitComments.drafts(talk.place).length, 1);
    const gone = talk.place;
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => window.tabGroups.activeTabGroup.tabs.length === 0, "the document is closed");
    assert.deepEqual(talk.threads.all, []);
    assert.deepEqual(session.parts.commitComments.drafts(gone), []);
  });
});

describe("The commands for comments of commits", () => {
  const session = useSession({ seed: repoSeed, signedIn: false });

  it("say that no account is signed in, and send no request", async () => {
    const place = { accountId: "nobody", owner: "mia", repo: "tools" };
    const item = { id: 1, sha: "1".repeat(40), commit_id: "1".repeat(40), path: null, body: "", parents: [] };
    for (const [section, command] of [
      ["commits", commitCommentCommands.show],
      ["comments", commitCommentCommands.open],
    ] as const)
      await commands.executeCommand(command, { kind: "leaf", id: "leaf", section, item, place });
    assert.deepEqual(session.messages, [
      "The account nobody is signed out. Sign in again.",
      "The account nobody is signed out. Sign in again.",
    ]);
    assert.deepEqual(session.forge.requests, []);
    assert.equal(window.activeTextEditor, undefined);
  });

  it("open nothing for what is no row of a comment", async () => {
    for (const target of [undefined, null, "x", {}, { kind: "leaf", section: "tags" }])
      await commands.executeCommand(commitCommentCommands.open, target);
    assert.deepEqual(session.messages, []);
  });
});
