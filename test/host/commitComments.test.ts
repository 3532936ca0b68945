import assert from "node:assert/strict";
import {
  CommentMode,
  type CommentThread,
  commands,
  env,
  MarkdownString,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { Client } from "../../src/client/client.ts";
import type { CommitComment } from "../../src/client/types/commit.ts";
import type { ShownComment } from "../../src/comments/shown.ts";
import { commentCommands, commitCommentCommands, commitConversationScheme, repoCommands } from "../../src/ids.ts";
import { commitSideUri } from "../../src/repos/uri.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { menuOf } from "./support/menus.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const at = { user: "mia", repo: "tools" };
const file = "src/list.ts";
const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);

const seed = (): SandboxSeed => ({
  ...smallSeed(),
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
});

const textOf = ({ body }: { readonly body: string | MarkdownString }): string =>
  typeof body === "string" ? body : body.value;

describe("The comments of a commit", () => {
  const session = useSession({ seed });
  let sha = "";
  let mia: Client;
  let otto: Client;

  const put = async (client: Client, path: string, text: string, former?: string): Promise<[string, string]> => {
    const given = { ...at, path, message: `Write ${path}\n\nWith a body.`, content: base64(text), branch: "main" };
    const { commit, content } = former
      ? await client.call("repos.updateFile", { ...given, sha: former })
      : await client.call("repos.createFile", given);
    return [commit.sha, content?.sha ?? ""];
  };
  const say = (client: Client, body: string, where: { path?: string; line?: number; position?: number } = {}) =>
    client.call("repos.createCommitComment", { ...at, sha, commit_id: sha, body, ...where });

  beforeEach(async () => {
    mia = session.forge.client(tokens.mia);
    otto = session.forge.client(tokens.otto);
    await mia.call("repos.create", { name: "tools", auto_init: true });
    const [, former] = await put(mia, file, lines.join(""));
    [sha] = await put(mia, file, lines.join("").replace("line 20\n", "line 20\nnew\n"), former);
    session.forge.requests.length = 0;
  });
  // What is on screen asks for itself: the tests of others see no such requests.
  after(() => commands.executeCommand("workbench.view.explorer"));

  const place = () => ({ accountId: session.accountId, owner: "mia", repo: "tools" });
  const section = (kind: "commits" | "comments", item: unknown) => ({
    kind: "leaf",
    id: "leaf",
    section: kind,
    item,
    place: place(),
  });
  const commitRow = () => section("commits", { sha, commit: { message: "" }, parents: [] });
  const rightSide = () => commitSideUri({ ...place(), ref: sha, path: file });
  const threads = () => session.parts.commitThreads;
  const documentOf = (uri: Uri): TextDocument | undefined =>
    workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const openCommit = async (): Promise<TextDocument> => {
    await commands.executeCommand(repoCommands.openCommit, commitRow());
    await eventually(() => documentOf(rightSide()) !== undefined, "the right side is open");
    await eventually(
      () => session.parts.commitComments.known({ ...place(), sha }) !== undefined,
      "the comments are read",
    );
    return documentOf(rightSide()) as TextDocument;
  };
  const showConversation = async (): Promise<CommentThread> => {
    await commands.executeCommand(commitCommentCommands.show, commitRow());
    await eventually(() => threads().all.length > 0, "the thread is there");
    return conversation();
  };
  const conversation = (): CommentThread => {
    const found = threads().all.find(({ uri }) => uri.scheme === commitConversationScheme);
    assert.ok(found);
    return found.thread;
  };
  const inFile = (): readonly (readonly [line: number, ...texts: string[]])[] =>
    threads()
      .all.filter(({ uri }) => uri.toString() === rightSide().toString())
      .toSorted((left, right) => left.line - right.line)
      .map(({ line, thread }) => [line, ...thread.comments.map(textOf)]);
  const threadAt = (line: number): CommentThread => {
    const found = threads().all.find((each) => each.line === line);
    assert.ok(found, `a thread at ${line}`);
    return found.thread;
  };
  const comment = (text: string): ShownComment => {
    const found = threads()
      .all.flatMap(({ thread }) => thread.comments)
      .find((each) => textOf(each).includes(text));
    assert.ok(found, text);
    return found as ShownComment;
  };
  const refuse = (method: string, status = 403): void => {
    session.forge.answer = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status }) : undefined;
  };
  const atService = async (): Promise<readonly CommitComment[]> =>
    otto.call("repos.getCommitComments", { ...at, sha });

  it("stand at their lines on the right side, also those that only have a position, and none is lost", async () => {
    await say(otto, "At 21 :tada: ![spy](https://tracker.example/a.png)", { path: file, line: 21 });
    await say(mia, "At 21 too", { path: file, line: 21 });
    await say(otto, "By position", { path: file, position: 2 });
    await say(otto, "Far away", { path: file, line: 500 });
    await say(otto, "On the file", { path: file });
    await say(otto, "On another file", { path: "README.md", line: 1 });
    await say(otto, "On the commit");
    await openCommit();
    await eventually(() => inFile().length === 3, "the threads are there");
    await eventually(() => textOf(threadAt(21).comments[0] ?? { body: "" }).includes("🎉"), "emoji are glyphs");
    assert.deepEqual(inFile(), [
      [1, "Far away", "On the file"],
      [19, "By position"],
      [21, "At 21 🎉 !\u200B[spy](https://tracker.example/a.png)", "At 21 too"],
    ]);
    assert.equal(threadAt(21).range?.start.line, 20);
    assert.equal(threadAt(21).label, "src/list.ts, line 21: 2 comments");
    assert.deepEqual(
      threadAt(1).comments.map(({ label }) => label),
      ["line 500 is not here", "on the file"],
    );
    await eventually(
      () => comment("By position").contextValue === "comment;deletable;foreign",
      "rights are known",
    );
    assert.equal(comment("At 21 too").contextValue, "comment;mine");
    await showConversation();
    assert.deepEqual(
      conversation().comments.map((each) => [textOf(each), each.label]),
      [
        ["On another file", "on README.md, line 1"],
        ["On the commit", undefined],
      ],
    );
    for (const { body } of threads().all.flatMap(({ thread }) => thread.comments)) {
      assert.ok(body instanceof MarkdownString);
      assert.deepEqual([body.isTrusted ?? false, body.supportHtml ?? false], [false, false]);
    }
    assert.deepEqual(session.messages, []);
  });

  it("are read once for all that is open of a commit, and nothing is read for other files", async () => {
    await say(otto, "One", { path: file, line: 21 });
    session.forge.requests.length = 0;
    await openCommit();
    await eventually(() => inFile().length === 1, "the thread is there");
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("comments")),
      [`GET /repos/mia/tools/commits/${sha}/comments?per_page=100`],
    );
    session.forge.requests.length = 0;
    const plain = rightSide().with({ query: "" });
    await window.showTextDocument(plain);
    assert.deepEqual(await threads().ranges(await workspace.openTextDocument(plain)), []);
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.includes("comments")),
      [],
    );
  });

  it("may be begun at the lines of the difference only, and by nobody who is signed out", async () => {
    const document = await openCommit();
    const ranges = (await threads().ranges(document)).map(({ start, end }) => [start.line, end.line]);
    assert.deepEqual(ranges, [[17, 23]]);
    await session.parts.accounts.remove(session.accountId);
    assert.deepEqual(await threads().ranges(document), []);
    assert.deepEqual(threads().all, []);
  });

  it("are begun at a line, answered, changed and deleted", async () => {
    const document = await openCommit();
    // As VS Code does when somebody clicks a line.
    const begin = async (line: number, text: string): Promise<void> => {
      const [range] = await threads().ranges(document);
      assert.ok(range);
      const thread = {
        uri: document.uri,
        range: range.with(range.start.with(line - 1), range.start.with(line - 1)),
        comments: [],
        dispose: () => undefined,
      };
      await commands.executeCommand(commentCommands.create, { thread, text });
    };
    await begin(21, "  ");
    assert.deepEqual(session.forge.sent("POST"), []);
    await begin(21, "Why?");
    assert.deepEqual(inFile(), [[21, "Why?"]]);
    const [first] = await atService();
    assert.deepEqual([first?.path, first?.line, first?.position], [file, 21, 4]);
    await commands.executeCommand(commentCommands.create, { thread: threadAt(21), text: "Because." });
    const [, second] = await atService();
    assert.deepEqual([second?.body, second?.path, second?.line, second?.position], ["Because.", file, 21, 4]);
    await begin(21, "Begun once more");
    assert.deepEqual(inFile(), [[21, "Why?", "Because.", "Begun once more"]]);

    const shown = comment("Because.");
    await commands.executeCommand(commentCommands.edit, shown);
    assert.deepEqual([shown.mode, shown.body], [CommentMode.Editing, "Because."]);
    shown.body = "Because of you.";
    await commands.executeCommand(commentCommands.save, shown);
    assert.equal((await atService())[1]?.body, "Because of you.");
    assert.equal(comment("Because of you."), shown, "VS Code knows it by its identity");

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
    assert.equal((await atService()).length, 2);
    for (const text of ["Why?", "Begun once more"])
      await answering({ showWarningMessage: () => "Delete Comment" }, () =>
        commands.executeCommand(commentCommands.delete, comment(text)),
      );
    assert.deepEqual([inFile(), await atService()], [[], []]);
    assert.deepEqual(session.messages, []);
  });

  it("that were refused stay at their line, and are sent again once", async () => {
    await say(otto, "Well?", { path: file, line: 22 });
    await openCommit();
    await eventually(() => inFile().length === 1, "the thread is there");
    refuse("POST");
    await commands.executeCommand(commentCommands.create, { thread: threadAt(22), text: "Kept" });
    assert.deepEqual(session.messages, ["The server refused it: Not today."]);
    assert.deepEqual(inFile(), [[22, "Well?", "Kept"]]);
    assert.deepEqual([comment("Kept").contextValue, comment("Kept").label], ["comment;failed", "not sent"]);
    session.forge.answer = () => undefined;
    session.forge.requests.length = 0;
    const failed = comment("Kept");
    await Promise.all([
      commands.executeCommand(commentCommands.retry, failed),
      commands.executeCommand(commentCommands.retry, failed),
    ]);
    assert.deepEqual(session.forge.sent("POST"), [`POST /repos/mia/tools/commits/${sha}/comments`]);
    assert.deepEqual(inFile(), [[22, "Well?", "Kept"]]);
    assert.equal(comment("Kept").contextValue, "comment;mine");
  });

  it("that were refused can be thrown away, and their thread goes with them", async () => {
    const document = await openCommit();
    refuse("POST", 422);
    const [range] = await threads().ranges(document);
    await commands.executeCommand(commentCommands.create, {
      thread: { uri: document.uri, range, comments: [], dispose: () => undefined },
      text: "Never mind",
    });
    assert.deepEqual(inFile(), [[24, "Never mind"]]);
    await answering({ showWarningMessage: () => "Throw Away" }, () =>
      commands.executeCommand(commentCommands.discard, comment("Never mind")),
    );
    assert.deepEqual(inFile(), []);
  });

  it("have a document for what is said about the commit itself", async () => {
    await say(otto, "Nice work");
    await say(otto, "In the file", { path: file, line: 21 });
    const thread = await showConversation();
    const document = window.activeTextEditor?.document;
    await eventually(() => document?.getText().endsWith("2 comments") === true, "the text tells the count");
    const text = document?.getText() ?? "";
    assert.match(text, /^Write src\/list\.ts\n\nWith a body\.\n\nmia, .+\n/);
    assert.ok(text.includes(`\n${sha}\n${session.forge.url}/mia/tools/commit/${sha}\n`), text);
    assert.ok(text.includes("\n1 changed file\n  src/list.ts (changed, +1 -0, 1 comment)\n"), text);
    assert.equal(thread.range?.start.line, (document?.lineCount ?? 0) - 1);
    assert.equal(thread.label, "Write src/list.ts: 1 comment");
    await commands.executeCommand(commentCommands.create, { thread: conversation(), text: "Thank you" });
    const last = (await atService()).at(-1);
    assert.deepEqual([last?.body, last?.path], ["Thank you", null]);
    assert.deepEqual(conversation().comments.map(textOf), ["Nice work", "Thank you"]);
    await commands.executeCommand(commentCommands.copyLink, comment("Nice work"));
    assert.match(await env.clipboard.readText(), new RegExp(`/mia/tools/commit/${sha}#commitcomment-\\d+$`));
    await say(otto, "Even later");
    await commands.executeCommand(commentCommands.refresh, conversation());
    assert.deepEqual(conversation().comments.map(textOf), ["Nice work", "Thank you", "Even later"]);
    assert.deepEqual(session.messages, []);
  });

  it("are opened from the view: at their line, or in the conversation", async () => {
    const atLine = await say(otto, "Here", { path: file, line: 21 });
    const onCommit = await say(otto, "There");
    const lost = await say(otto, "Nowhere", { path: "README.md" });
    await commands.executeCommand(commitCommentCommands.open, section("comments", atLine));
    await eventually(
      () => window.activeTextEditor?.document.uri.toString() === rightSide().toString(),
      "the difference is open",
    );
    await eventually(() => window.activeTextEditor?.selection.active.line === 20, "it is at the line");
    assert.deepEqual(inFile(), [[21, "Here"]]);
    for (const item of [onCommit, lost]) {
      await commands.executeCommand("workbench.action.closeAllEditors");
      await commands.executeCommand(commitCommentCommands.open, section("comments", item));
      assert.equal(window.activeTextEditor?.document.uri.scheme, commitConversationScheme);
    }
    assert.deepEqual(conversation().comments.map(textOf), ["There", "Nowhere"]);
    assert.deepEqual(session.messages, []);
    assert.deepEqual(menuOf("forgeside.repos", "repoLeaf;comments"), {
      inline: [commitCommentCommands.show],
      menu: [
        commitCommentCommands.open,
        repoCommands.openCommit,
        commitCommentCommands.show,
        repoCommands.openInBrowser,
      ],
    });
  });

  it("change the list of the repository's comments", async () => {
    const { repos } = session.parts;
    await showConversation();
    assert.equal((await repos.section(place(), "comments")).items.length, 0);
    await commands.executeCommand(commentCommands.create, { thread: conversation(), text: "One" });
    assert.equal((await repos.section(place(), "comments")).items.length, 1);
  });

  it("on a file without differences are on the file, and that is said", async () => {
    // A service takes it for binary; VS Code looks at the beginning only.
    [sha] = await put(mia, "data.bin", `${"text\n".repeat(300)}\0`);
    const uri = commitSideUri({ ...place(), ref: sha, path: "data.bin" });
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    const [range] = await threads().ranges(document);
    assert.ok(range);
    await commands.executeCommand(commentCommands.create, {
      thread: { uri, range, comments: [], dispose: () => undefined },
      text: "What is it?",
    });
    assert.deepEqual(session.messages, [
      "The service gives no differences of data.bin: the comment is on the file, not on its line.",
    ]);
    const [only] = await atService();
    assert.deepEqual([only?.body, only?.path, only?.position], ["What is it?", "data.bin", null]);
    await showConversation();
    assert.deepEqual(conversation().comments.map(textOf), ["What is it?"]);
  });

  it("say at the thread why they cannot be read, and recover", async () => {
    await say(otto, "One");
    session.forge.answer = ({ url }) =>
      url.includes("/comments") ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    const thread = await showConversation();
    await eventually(() => thread.label?.includes("Not today") === true, "it is said");
    session.forge.answer = () => undefined;
    await commands.executeCommand(commentCommands.refresh);
    assert.equal(conversation().label, "Write src/list.ts: 1 comment");
    assert.deepEqual(conversation().comments.map(textOf), ["One"]);
  });

  it("of a commit that is not there are not shown, and that is said", async () => {
    const row = section("commits", { sha: "0".repeat(40), commit: { message: "" }, parents: [] });
    await commands.executeCommand(commitCommentCommands.show, row);
    await eventually(() => session.messages.length === 1, "it is said");
    assert.deepEqual(threads().all, []);
    assert.equal(window.activeTextEditor, undefined);
  });

  it("close with the account", async () => {
    await say(otto, "One");
    await showConversation();
    refuse("POST");
    await commands.executeCommand(commentCommands.create, { thread: conversation(), text: "Kept" });
    assert.equal(session.parts.commitComments.drafts({ ...place(), sha }).length, 1);
    const gone = { ...place(), sha };
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => window.tabGroups.activeTabGroup.tabs.length === 0, "the document is closed");
    assert.deepEqual(threads().all, []);
    assert.deepEqual(session.parts.commitComments.drafts(gone), []);
  });
});
