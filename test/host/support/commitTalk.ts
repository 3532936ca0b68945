import assert from "node:assert/strict";
import { type CommentThread, commands, type MarkdownString, type TextDocument, type Uri, workspace } from "vscode";
import type { Client } from "../../../src/client/client.ts";
import type { CommitComment } from "../../../src/client/types/commit.ts";
import type { ShownComment } from "../../../src/comments/commentView.ts";
import { commitCommentCommands, commitConversationScheme, repoCommands } from "../../../src/ids.ts";
import type { CommitThreads } from "../../../src/repos/comments/controller.ts";
import type { CommitPlace } from "../../../src/repos/comments/types.ts";
import { commitSideUri } from "../../../src/repos/uri.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { eventually } from "../../support/eventually.ts";
import { people, smallSeed, tokens } from "./seeds.ts";
import { type Session, useSession } from "./session.ts";

const at = { user: "mia", repo: "tools" };
const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);

/** All users may read and write repositories. */
export const repoSeed = (): SandboxSeed => ({
  ...smallSeed(),
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
});

/** A comment's text as it is shown. */
export const textOf = ({ body }: { readonly body: string | MarkdownString }): string =>
  typeof body === "string" ? body : body.value;

/** A commit of mia that adds line 21 to a file, and what is said about it. */
export class CommitTalk {
  /** The commit that is talked about. */
  sha = "";
  readonly file = "src/list.ts";
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  get mia(): Client {
    return this.session.forge.client(tokens.mia);
  }
  get otto(): Client {
    return this.session.forge.client(tokens.otto);
  }
  get place(): CommitPlace {
    return { accountId: this.session.accountId, owner: "mia", repo: "tools", sha: this.sha };
  }
  get threads(): CommitThreads {
    return this.session.parts.commitThreads;
  }
  /** The file after the commit, in its difference. */
  get rightSide(): Uri {
    return commitSideUri({ ...this.place, ref: this.sha, path: this.file });
  }

  async begin(): Promise<void> {
    await this.mia.call("repos.create", { name: "tools", auto_init: true });
    const former = await this.put(this.file, lines.join(""));
    await this.put(this.file, lines.join("").replace("line 20\n", "line 20\nnew\n"), former);
    this.session.forge.requests.length = 0;
  }

  /** Commits a file; that commit is what is talked about. Answers the id of its content. */
  async put(path: string, text: string, former?: string): Promise<string> {
    const content = Buffer.from(text).toString("base64");
    const given = { ...at, path, message: `Write ${path}\n\nWith a body.`, content, branch: "main" };
    const done = former
      ? await this.mia.call("repos.updateFile", { ...given, sha: former })
      : await this.mia.call("repos.createFile", given);
    this.sha = done.commit.sha;
    return done.content?.sha ?? "";
  }

  say(
    client: Client,
    body: string,
    where: { readonly path?: string; readonly line?: number; readonly position?: number } = {},
  ): Promise<CommitComment> {
    const { sha } = this;
    return client.call("repos.createCommitComment", { ...at, sha, commit_id: sha, body, ...where });
  }

  atService(): Promise<readonly CommitComment[]> {
    return this.otto.call("repos.getCommitComments", { ...at, sha: this.sha });
  }

  refuse(method: string, status = 403): void {
    this.session.forge.answer = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status }) : undefined;
  }

  /** A row of the view. */
  row(section: "commits" | "comments", item: unknown): unknown {
    return { kind: "leaf", id: "leaf", section, item, place: this.place };
  }
  commitRow(sha = this.sha): unknown {
    return this.row("commits", { sha, commit: { message: "" }, parents: [] });
  }

  async openCommit(): Promise<TextDocument> {
    const document = (): TextDocument | undefined =>
      workspace.textDocuments.find((each) => each.uri.toString() === this.rightSide.toString());
    await commands.executeCommand(repoCommands.openCommit, this.commitRow());
    await eventually(() => document() !== undefined, "the right side is open");
    const { commitComments } = this.session.parts;
    await eventually(() => commitComments.known(this.place) !== undefined, "the comments are read");
    return document() as TextDocument;
  }

  async showConversation(): Promise<CommentThread> {
    await commands.executeCommand(commitCommentCommands.show, this.commitRow());
    await eventually(() => this.threads.all.length > 0, "the thread is there");
    return this.conversation();
  }

  conversation(): CommentThread {
    const found = this.threads.all.find(({ uri }) => uri.scheme === commitConversationScheme);
    assert.ok(found);
    return found.thread;
  }

  /** The threads of the right side: line and texts. */
  inFile(): readonly (readonly [line: number, ...texts: string[]])[] {
    return this.threads.all
      .filter(({ uri }) => uri.toString() === this.rightSide.toString())
      .toSorted((left, right) => left.line - right.line)
      .map(({ line, thread }) => [line, ...thread.comments.map(textOf)]);
  }

  threadAt(line: number): CommentThread {
    const found = this.threads.all.find((each) => each.line === line);
    assert.ok(found, `a thread at ${line}`);
    return found.thread;
  }

  /** The comment that has this in its text. */
  comment(text: string): ShownComment {
    const found = this.threads.all
      .flatMap(({ thread }) => thread.comments)
      .find((each) => textOf(each).includes(text));
    assert.ok(found, text);
    return found as ShownComment;
  }
}

/** Called in a `describe`: its tests find the commit, and mia signed in. */
export const useCommitTalk = (): CommitTalk => {
  const talk = new CommitTalk(useSession({ seed: repoSeed }));
  beforeEach(() => talk.begin());
  // What is on screen asks for itself: the tests of others see no such requests.
  after(() => commands.executeCommand("workbench.view.explorer"));
  return talk;
};
