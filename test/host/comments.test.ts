import assert from "node:assert/strict";
import {
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  commands,
  type CompletionItem,
  type CompletionList,
  env,
  MarkdownString,
  Position,
  window,
} from "vscode";
import type { ShownComment } from "../../src/comments/commentView.ts";
import { commentCommands, conversationScheme, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { collapse } from "./support/collapse.ts";
import { talkedSeed, textOf } from "./support/conversationTools.ts";
import { show } from "./support/documents.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { sendReply } from "./support/replies.ts";
import { useSession, withSetting } from "./support/session.ts";

const path = `/gists/${ids.notes}/comments`;

/** Otto and mia talk about mia's notes. */
const talked = () =>
  talkedSeed([
    { login: "otto", body: "Nice :tada: ![spy](https://tracker.example/a.png) [run](command:x)" },
    { login: "mia", body: "Thanks" },
  ]);

describe("The conversation of a gist", () => {
  const session = useSession({ seed: talked });

  const thread = (): CommentThread => {
    const [only, ...others] = session.parts.conversations.all;
    assert.ok(only);
    assert.deepEqual(others, []);
    return only.thread;
  };
  const comment = (text: string): ShownComment => {
    const found = thread().comments.find((each) => textOf(each).includes(text));
    assert.ok(found, text);
    return found as ShownComment;
  };
  const rows = (): readonly (readonly [string, string, string | undefined, string | undefined])[] =>
    thread().comments.map((each) => [each.author.name, textOf(each), each.contextValue, each.label]);
  const open = async (title = "notes.md"): Promise<void> => {
    const { node } = await nodeLabelled(session.parts.trees.gists, title);
    session.forge.requests.length = 0;
    await commands.executeCommand(commentCommands.show, node);
    await eventually(() => session.parts.conversations.all.length === 1, "the thread is there");
  };
  const reply = (text: string): Thenable<unknown> => sendReply(session, { thread: thread(), text });
  const refuse = (method: string): void => {
    session.forge.answer = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
  };
  const bodies = async (): Promise<readonly string[]> =>
    (await session.forge.client(tokens.otto).call("gists.getComments", { gist_id: ids.notes })).map(
      ({ body }) => body,
    );

  it("is a document with the gist's facts, and one thread below it with all comments in order", async () => {
    await open();
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, conversationScheme);
    await eventually(() => document?.getText().endsWith("2 comments") === true, "the text tells the count");
    assert.equal(
      document?.getText(),
      `notes.md\nsecret by mia\n${session.forge.url}/gist/mia/${ids.notes}\n2 comments`,
    );
    assert.equal(thread().range?.start.line, 3);
    assert.equal(thread().label, "notes.md: 2 comments");
    assert.deepEqual(thread().canReply, { name: "mia" });
    await eventually(() => textOf(thread().comments[0] ?? { body: "" }).includes("🎉"), "emoji are glyphs");
    assert.deepEqual(rows(), [
      [
        "otto",
        "Nice 🎉 !\u200B[spy](https://tracker.example/a.png) [run](command:x)",
        "comment;foreign",
        undefined,
      ],
      ["mia", "Thanks", "comment;mine", undefined],
    ]);
    for (const { body, timestamp } of thread().comments) {
      assert.ok(body instanceof MarkdownString);
      assert.deepEqual([body.isTrusted ?? false, body.supportHtml ?? false], [false, false]);
      assert.ok(timestamp && Date.now() - timestamp.getTime() > 3_600_000);
    }
    assert.deepEqual(session.messages, []);
  });

  it("has glyphs for the emoji of a comment that is the first with some", async () => {
    const all = await session.forge.client(tokens.otto).call("gists.getComments", { gist_id: ids.notes });
    for (const { id, user } of all)
      await session.forge
        .client(user?.login === "otto" ? tokens.otto : tokens.mia)
        .call("gists.deleteComment", { gist_id: ids.notes, id });
    await open();
    await reply("Done :tada:");
    await eventually(() => textOf(thread().comments[0] ?? { body: "" }) === "Done 🎉", "it has a glyph");
  });

  it("has a reply box again when it is empty, was folded and closed, and is shown", async () => {
    const clients = { otto: session.forge.client(tokens.otto), mia: session.forge.client(tokens.mia) };
    for (const { id, user } of await clients.otto.call("gists.getComments", { gist_id: ids.notes }))
      await clients[user?.login === "otto" ? "otto" : "mia"].call("gists.deleteComment", {
        gist_id: ids.notes,
        id,
      });
    await open();
    const first = thread();
    // As VS Code does when the user collapses a thread without comments, which it deletes then.
    await collapse(first);
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await open();
    const next = thread();
    assert.notEqual(next, first);
    assert.equal(next.collapsibleState, CommentThreadCollapsibleState.Expanded);
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await open();
    assert.equal(thread(), next, "what is typed below it stays");
    await collapse(next);
    await clients.otto.call("gists.createComment", { gist_id: ids.notes, body: "Later" });
    await commands.executeCommand(commentCommands.refresh, next);
    assert.deepEqual(thread().comments.map(textOf), ["Later"]);
    assert.notEqual(thread(), next, "the comment is shown");
  });

  it("asks for emoji that can't be read once, not for each comment that is written, and again with Refresh", async () => {
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/emojis" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    const asked = () => session.forge.sent("GET").filter((request) => request === "GET /emojis").length;
    await open();
    await eventually(() => asked() === 1, "emoji are asked for");
    await reply("One :tada:");
    await reply("Two :tada:");
    assert.equal(asked(), 1);
    await commands.executeCommand(commentCommands.refresh, thread());
    await eventually(() => asked() === 2, "they are asked for again");
  });

  it("keeps its title when the token is replaced, while the gist is not read again", async () => {
    await open();
    await eventually(() => thread().label === "notes.md: 2 comments", "it is read");
    session.forge.answer = () => Response.json({ message: "No" }, { status: 403 });
    // It is not among the gists that were listed.
    session.parts.gists.lists.forget(session.accountId);
    const labels: unknown[] = [];
    const subscription = session.parts.accounts.onDidChange(() => labels.push(thread().label));
    await session.parts.accounts.replaceToken(session.accountId, { login: "mia" }, tokens.miaAgain);
    subscription.dispose();
    assert.ok(labels.length > 0);
    for (const label of labels) assert.match(String(label), /^notes\.md: /);
  });

  it("is read when it is shown, and once", async () => {
    await nodeLabelled(session.parts.trees.gists, "notes.md");
    assert.deepEqual(
      session.forge.requests.filter((request) => request.path.includes("comments")),
      [],
    );
    await open();
    await eventually(() => session.forge.sent("GET").includes("GET /emojis"), "emoji are read");
    await reply("One more");
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("comments")),
      [`GET ${path}?per_page=100`],
    );
  });

  it("takes a reply, and shows its change and its end", async () => {
    await open();
    await reply("  ");
    assert.deepEqual(session.forge.sent("POST"), []);
    await reply("One more");
    assert.deepEqual(await bodies(), [textOfSeed, "Thanks", "One more"]);
    const shown = comment("One more");
    await commands.executeCommand(commentCommands.edit, shown);
    assert.deepEqual([shown.mode, shown.body], [CommentMode.Editing, "One more"]);
    assert.ok(
      session.forge.sent("GET").some((request) => request.startsWith(`GET ${path}/`)),
      "it is read anew",
    );
    await commands.executeCommand(commentCommands.cancelEdit, shown);
    assert.deepEqual([shown.mode, textOf(shown)], [CommentMode.Preview, "One more"]);
    await commands.executeCommand(commentCommands.edit, shown);
    shown.body = "The last one";
    await commands.executeCommand(commentCommands.save, shown);
    assert.deepEqual([shown.mode, textOf(shown)], [CommentMode.Preview, "The last one"]);
    assert.deepEqual((await bodies()).at(-1), "The last one");
    assert.equal(comment("The last one"), shown, "VS Code knows it by its identity");
    assert.deepEqual(session.messages, []);
  });

  it("counts what others write as unread until it is seen, and one's own words never", async () => {
    const { comments, gists } = session.parts;
    const count = async (): Promise<number> => {
      gists.refresh();
      await nodeLabelled(session.parts.trees.gists, "notes.md");
      comments.unread.noteLists(session.accountId);
      return comments.unread.count(session.accountId);
    };
    const otto = session.forge.client(tokens.otto);
    assert.equal(await count(), 0);
    await otto.call("gists.createComment", { gist_id: ids.notes, body: "Later" });
    assert.equal(await count(), 1);
    await open();
    await eventually(() => comments.unread.count(session.accountId) === 0, "it was seen");
    await reply("One more");
    assert.equal(await count(), 0);
  });

  it("keeps a reply that was not sent, with its text, and sends it again once", async () => {
    await open();
    refuse("POST");
    await reply("Kept");
    assert.deepEqual(session.messages, ["Comment: The server refused it: Not today."]);
    assert.deepEqual(rows().at(-1), ["mia", "Kept", "comment;failed", "not sent"]);
    session.forge.answer = () => undefined;
    session.forge.requests.length = 0;
    const failed = comment("Kept");
    await Promise.all([
      commands.executeCommand(commentCommands.retry, failed),
      commands.executeCommand(commentCommands.retry, failed),
    ]);
    assert.deepEqual(session.forge.sent("POST"), [`POST ${path}`]);
    assert.deepEqual(rows().at(-1), ["mia", "Kept", "comment;mine", undefined]);
  });

  it("says of a reply that the server may have taken that it isn't confirmed, as the message does", async () => {
    await open();
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Down" }, { status: 500 }) : undefined;
    await reply("Perhaps");
    assert.deepEqual(rows().at(-1), ["mia", "Perhaps", "comment;failed", "not confirmed"]);
    assert.match(session.messages[0] ?? "", /did not confirm it/);
  });

  it("keeps a change that was not sent with its comment", async () => {
    await open();
    const shown = comment("Thanks");
    await commands.executeCommand(commentCommands.edit, shown);
    refuse("PATCH");
    shown.body = "Thanks a lot";
    await commands.executeCommand(commentCommands.save, shown);
    assert.deepEqual(rows()[1], ["mia", "Thanks a lot", "comment;failed", "not sent"]);
    assert.equal((await bodies())[1], "Thanks");
    session.forge.answer = () => undefined;
    await commands.executeCommand(commentCommands.retry, shown);
    assert.equal((await bodies())[1], "Thanks a lot");
    assert.equal(rows()[1]?.[2], "comment;mine");
  });

  it("does not save a comment without text, and leaves it as it is", async () => {
    await open();
    const shown = comment("Thanks");
    await commands.executeCommand(commentCommands.edit, shown);
    shown.body = " ";
    await commands.executeCommand(commentCommands.save, shown);
    assert.deepEqual(session.messages, ["A comment can't be empty. Enter a text, or delete the comment."]);
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("marks what came since it was seen, when it is opened again and on refresh", async () => {
    await open();
    await commands.executeCommand("workbench.action.closeActiveEditor");
    const otto = session.forge.client(tokens.otto);
    await otto.call("gists.createComment", { gist_id: ids.notes, body: "Later" });
    await open();
    await eventually(() => rows().at(-1)?.[1] === "Later", "it is read again");
    await otto.call("gists.createComment", { gist_id: ids.notes, body: "Even later" });
    await commands.executeCommand(commentCommands.refresh, thread());
    await eventually(() => rows()[2]?.[3] === "new", "what came is marked");
    assert.deepEqual(
      rows().map(([, text, , label]) => [text.slice(0, 4), label]),
      [
        ["Nice", undefined],
        ["Than", undefined],
        ["Late", "new"],
        ["Even", "new"],
      ],
    );
  });

  it("shows no text that turns the direction of others", async () => {
    const { notes } = ids;
    const mia = session.forge.client(tokens.mia);
    await mia.call("gists.edit", { id: notes, description: "a\u202Eb" });
    await mia.call("gists.createComment", { gist_id: notes, body: "c\u202Ed\n\u2066e" });
    await open("ab");
    await eventually(() => thread().label === "ab: 3 comments", "it is read");
    assert.equal(rows().at(-1)?.[1], "cd\ne");
  });

  it("says at the thread why it cannot be read, and recovers", async () => {
    session.forge.answer = ({ url }) =>
      url.includes("/comments") ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    await open();
    assert.equal(thread().label, "notes.md: The server refused it: Not today.");
    session.forge.answer = () => undefined;
    await commands.executeCommand(commentCommands.refresh);
    assert.equal(thread().label, "notes.md: 2 comments");
  });

  it("stands below the end of an open file only by setting", async () => {
    await show(session.uri(ids.notes, "notes.md"));
    assert.deepEqual(session.parts.conversations.all, []);
    await withSetting(settings.commentsAtFileEnd, true, async () => {
      await eventually(() => session.parts.conversations.all.length === 1, "the thread is there");
      assert.equal(thread().range?.start.line, 1);
      assert.equal(rows().length, 2);
    });
    await eventually(() => session.parts.conversations.all.length === 0, "the thread is gone");
  });

  it("has a link for each comment", async () => {
    await open();
    const shown = comment("Thanks");
    await commands.executeCommand(commentCommands.copyLink, shown);
    assert.equal(
      await env.clipboard.readText(),
      `${session.forge.url}/gist/mia/${ids.notes}#gistcomment-${shown.comment?.id}`,
    );
  });

  it("closes with the account", async () => {
    await open();
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => window.tabGroups.activeTabGroup.tabs.length === 0, "the document is closed");
    assert.deepEqual(session.parts.conversations.all, []);
  });
});

const textOfSeed = talked().gists?.find(({ id }) => id === ids.notes)?.comments?.[0]?.body;

describe("Emoji in a gist's Markdown", () => {
  const session = useSession();

  const complete = async (text: string): Promise<readonly CompletionItem[]> => {
    const document = await show(session.uri(ids.notes, "notes.md"));
    const editor = window.activeTextEditor;
    await editor?.edit((edit) => edit.insert(new Position(0, 0), `${text}\n`));
    const list = await commands.executeCommand<CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      new Position(0, text.length),
    );
    return list.items;
  };

  it("are completed after a colon, with their glyphs", async () => {
    const found = (await complete("well done :tad")).find(
      ({ label }) => typeof label !== "string" && label.label === ":tada:",
    );
    assert.deepEqual(found?.label, { label: ":tada:", description: "🎉" });
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("emojis")),
      ["GET /emojis"],
    );
  });

  it("are not asked for where no name is typed", async () => {
    await complete("note:");
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("emojis")),
      [],
    );
  });
});
