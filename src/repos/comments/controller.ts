import * as vscode from "vscode";
import { createThread, showReplyBox, threadContext } from "../../comments/createThread.ts";
import { isDeletedThread } from "../../comments/isDeletedThread.ts";
import { syncDocumentsWithAccounts } from "../../accounts/syncDocuments.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { UserError } from "../../base/errors.ts";
import type { CommitComment } from "../../client/types/commit.ts";
import { countText } from "../../comments/countText.ts";
import type { CommentRegistry } from "../../comments/feature.ts";
import type { CommentBackend, ShownComment, ShownThread } from "../../comments/commentView.ts";
import { commitConversationScheme } from "../../ids.ts";
import { errorText } from "../../ui/errorText.ts";
import { subjectOf } from "../changes.ts";
import { toUserError } from "../problemText.ts";
import type { CommitConversationText } from "./document.ts";
import { groupsOf, noLine, type ThreadGroup } from "./groups.ts";
import type { CommitCommentsModel } from "./model.ts";
import { type CommitView, commitViewOf } from "./place.ts";
import { lineRanges } from "./position.ts";
import { anchorAt, fileOf } from "./spot.ts";
import { type Anchor, type CommitPlace, keyOf } from "./types.ts";
import { plainText } from "../../ui/plainText.ts";
import { showStatus } from "../../ui/showStatus.ts";

interface LineThread extends ShownThread<CommitPlace> {
  readonly thread: vscode.CommentThread;
  /** Where a reply goes. */
  anchor: Anchor | undefined;
  /** Why it stays without comments, below which a text may be typed that isn't sent: the last was deleted elsewhere, or it was begun here. */
  readonly empty?: "deleted" | "begun";
}

/** A document with its threads by line, from 1, or `noLine`; a conversation has one, at its end. */
interface DocumentThreads extends CommitView {
  document: vscode.TextDocument;
  readonly threads: Map<number, LineThread>;
}

export interface CommitThreadsDeps {
  readonly accounts: AccountsModel;
  readonly comments: CommitCommentsModel;
  readonly registry: CommentRegistry;
  readonly text: CommitConversationText;
  readonly onError: (what: string, error: unknown) => void;
}

/** Of this many closed documents, the threads stay. */
export const maxClosedDocuments = 50;

const { Expanded } = vscode.CommentThreadCollapsibleState;

/** The comment threads of commits: at lines of the right sides of differences, on whole files, and below conversations. */
export class CommitThreads implements CommentBackend {
  readonly #deps: CommitThreadsDeps;
  readonly #store = new DisposableStore();
  readonly #open = new Map<string, DocumentThreads>();
  /** The keys of those whose document is closed, the newest last. */
  readonly #closed = new Set<string>();
  /** What was read since a commit came into sight. */
  readonly #reading = new Map<string, Promise<void>>();
  readonly #problems = new Map<string, string>();
  #visible = new Set<string>();

  constructor(deps: CommitThreadsDeps) {
    this.#deps = deps;
    // The threads of what was closed last stay: with them, VS Code shows again what was typed below them and not sent.
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#ensure(document)));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#closedDocument(uri.toString())));
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const threads = this.#open.get(document.uri.toString());
        if (threads) this.#render(threads);
      }),
    );
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#see()));
    this.#store.add(
      deps.comments.onDidChange((place) => {
        this.render(place);
        // What was written just now may be the first that names an emoji.
        const known = this.#of(place).length > 0 ? deps.comments.known(place) : undefined;
        if (known) this.#readEmojis(place, known, "written");
      }),
    );
    this.#store.add(
      syncDocumentsWithAccounts(
        deps.accounts,
        ({ scheme, authority }) => (scheme === commitConversationScheme ? authority : undefined),
        (error) => deps.onError(vscode.l10n.t("Commit Comments"), error),
      ),
    );
    this.#store.add(
      deps.accounts.onDidChange(({ added, removed, changed }) => {
        if (removed.length > 0) this.#closeAll(removed);
        if (added.length + changed.length === 0) return;
        for (const document of vscode.workspace.textDocuments) this.#ensure(document);
        for (const each of this.#open.values()) this.#render(each);
      }),
    );
  }

  get comments(): CommitCommentsModel {
    return this.#deps.comments;
  }

  /** The threads that there are, with their documents. */
  get all(): readonly {
    readonly uri: vscode.Uri;
    readonly line: number;
    readonly thread: vscode.CommentThread;
  }[] {
    return [...this.#open.values()].flatMap(({ document, threads }) =>
      [...threads].map(([line, { thread }]) => ({ uri: document.uri, line, thread })),
    );
  }

  async ranges(document: vscode.TextDocument): Promise<vscode.Range[]> {
    const view = commitViewOf(document.uri);
    if (view?.path === undefined || !this.#deps.registry.renderer.replier(view.place.accountId)) return [];
    try {
      const commit = await this.#deps.comments.commit(view.place, { priority: "visible" });
      const patch = fileOf(commit, view.path)?.patch;
      // Without differences, a comment can only be on the file as a whole.
      if (patch === undefined) return [];
      return lineRanges(patch).map(([first, last]) => new vscode.Range(first - 1, 0, last - 1, 0));
    } catch (error) {
      this.#deps.onError(vscode.l10n.t("Commit Comments"), error);
      return [];
    }
  }

  async linkOf({ place, comment }: ShownComment): Promise<string> {
    const own = (comment as CommitComment | undefined)?.html_url;
    const commit = own === undefined ? await this.#deps.comments.commit(place as CommitPlace) : undefined;
    const url = own ?? commit?.html_url;
    if (url === undefined) throw new UserError(vscode.l10n.t("The server provides no link for it."));
    return comment && own === undefined ? `${url}#commitcomment-${comment.id}` : url;
  }

  reply(thread: vscode.CommentThread, text: string): Promise<void> | undefined {
    const view = this.#open.get(thread.uri.toString());
    return view && this.#reply(view, thread, text);
  }

  async #reply(view: DocumentThreads, thread: vscode.CommentThread, text: string): Promise<void> {
    const known = [...view.threads.values()].find((each) => each.thread === thread);
    await this.#deps.comments.create(view.place, text, known ? known.anchor : this.#adoptThread(view, thread));
    if (this.#deps.comments.known(view.place)) return;
    // The others could not be read before.
    this.#reading.delete(keyOf(view.place));
    this.#readOnce(view.place);
  }

  async refresh(target: unknown): Promise<boolean> {
    const given = target ?? vscode.window.activeTextEditor?.document.uri;
    const uri = given instanceof vscode.Uri ? given : (given as Partial<vscode.CommentThread> | undefined)?.uri;
    const view = uri instanceof vscode.Uri ? commitViewOf(uri) : undefined;
    if (!view) return false;
    await this.read(view.place, "user");
    return true;
  }

  render(place: CommitPlace): void {
    for (const each of this.#of(place)) this.#render(each);
  }

  explain(error: unknown): unknown {
    return toUserError(error);
  }

  /** Reads the commit and its comments. What fails is said at its conversation too. Throws HttpError. */
  async read(place: CommitPlace, priority: "user" | "visible"): Promise<void> {
    const { comments, onError } = this.#deps;
    try {
      const [read] = await Promise.all([comments.list(place, { priority }), comments.commit(place, { priority })]);
      this.#problems.delete(keyOf(place));
      this.render(place);
      const report = (error: unknown): void => onError(vscode.l10n.t("Commit Comments"), error);
      this.#readEmojis(place, read, "read");
      // Without rights on the repository, the service refuses to delete.
      if (read.some((comment) => !comments.isMine(place.accountId, comment)))
        comments.repository(place).then(() => this.render(place), report);
    } catch (error) {
      this.#problems.set(keyOf(place), errorText(toUserError(error)));
      this.render(place);
      throw error;
    }
  }

  /** Shows emoji as glyphs once they are read; their names are readable, too. */
  #readEmojis(place: CommitPlace, comments: readonly CommitComment[], why: "read" | "written"): void {
    const { registry, onError } = this.#deps;
    registry.renderer.readEmojis(place.accountId, comments, why).then(
      (isNew) => isNew && this.render(place),
      (error: unknown) => onError(vscode.l10n.t("Commit Comments"), error),
    );
  }

  /** Waits until a document's comments are known and unfolds the thread at the line, or the conversation's. */
  async reveal(document: vscode.TextDocument, line = noLine): Promise<void> {
    this.#ensure(document);
    const view = this.#open.get(document.uri.toString());
    if (!view) return;
    await this.#reading.get(keyOf(view.place));
    this.#unfold(view, line);
  }

  /** Begins a comment on the file as a whole, or unfolds the thread of those that are there. */
  async beginOnFile(document: vscode.TextDocument): Promise<void> {
    this.#ensure(document);
    const view = this.#open.get(document.uri.toString());
    if (view?.path === undefined) return;
    this.#unfold(view, noLine);
    if (!view.threads.has(noLine)) {
      const thread = createThread(this.#deps.registry.controller, document.uri, undefined, []);
      const anchor = { path: view.path };
      view.threads.set(noLine, { thread, anchor, place: view.place, shown: new Map(), empty: "begun" });
      this.#render(view);
    }
    await this.#reading.get(keyOf(view.place));
  }

  dispose(): void {
    for (const uri of this.#open.keys()) this.#close(uri);
    this.#store.dispose();
  }

  /** One that VS Code deleted is made again where it is needed. */
  #unfold(view: DocumentThreads, line: number): void {
    const known = view.threads.get(line);
    if (!known) return;
    if (!isDeletedThread(known)) {
      known.thread.collapsibleState = Expanded;
      showReplyBox(known.thread);
      return;
    }
    known.thread.dispose();
    view.threads.delete(line);
    this.#render(view);
  }

  #of(place: CommitPlace): readonly DocumentThreads[] {
    return [...this.#open.values()].filter((each) => keyOf(each.place) === keyOf(place));
  }

  #ensure(document: vscode.TextDocument): void {
    const view = commitViewOf(document.uri);
    const key = document.uri.toString();
    const known = this.#open.get(key);
    this.#closed.delete(key);
    if (known) known.document = document;
    if (!view || known || !this.#deps.accounts.get(view.place.accountId)) return;
    const threads = { ...view, document, threads: new Map<number, LineThread>() };
    this.#open.set(key, threads);
    if (this.#deps.comments.known(view.place)) this.#render(threads);
    this.#readOnce(view.place);
  }

  /** Reads what came into sight, once. */
  #readOnce(place: CommitPlace): void {
    const key = keyOf(place);
    if (this.#reading.has(key)) return;
    const reading = this.read(place, "visible").catch((error: unknown) => {
      this.#deps.onError(vscode.l10n.t("Commit Comments"), error);
      const text = errorText(toUserError(error));
      showStatus(vscode.l10n.t("The comments of {0} can't be read: {1}", place.sha.slice(0, 7), text), 8000);
    });
    this.#reading.set(key, reading);
  }

  #see(): void {
    const views = vscode.window.visibleTextEditors.flatMap(({ document }) => {
      this.#ensure(document);
      return this.#open.get(document.uri.toString()) ?? [];
    });
    const before = this.#visible;
    this.#visible = new Set(views.map(({ place }) => keyOf(place)));
    // What comes back into sight is read again.
    for (const key of before) if (!this.#visible.has(key)) this.#reading.delete(key);
    for (const { place } of views) this.#readOnce(place);
    for (const { threads } of views) for (const { thread } of threads.values()) showReplyBox(thread);
    this.#deps.registry.offerRanges(views.some(({ path }) => path !== undefined));
  }

  #closedDocument(uri: string): void {
    if (!this.#open.has(uri)) return;
    this.#closed.delete(uri);
    this.#closed.add(uri);
    const [oldest] = this.#closed;
    if (this.#closed.size > maxClosedDocuments && oldest !== undefined) this.#close(oldest);
  }

  #close(uri: string): void {
    this.#closed.delete(uri);
    const view = this.#open.get(uri);
    if (!view) return;
    for (const { thread } of view.threads.values()) thread.dispose();
    this.#open.delete(uri);
    if (this.#of(view.place).length === 0) this.#reading.delete(keyOf(view.place));
  }

  #closeAll(accountIds: readonly string[]): void {
    for (const [uri, { place }] of this.#open) if (accountIds.includes(place.accountId)) this.#close(uri);
    for (const id of accountIds) this.#deps.registry.renderer.forget(id);
  }

  /** The user began a thread by clicking a line: it stays, or the one that is there takes the comment. */
  #adoptThread(view: DocumentThreads, thread: vscode.CommentThread): Anchor | undefined {
    if (view.path === undefined) return undefined;
    const line = thread.range && thread.range.end.line + 1;
    const commit = this.#deps.comments.knownCommit(view.place);
    const file = commit && fileOf(commit, view.path);
    const anchor = file ? anchorAt(file, line) : { path: view.path, ...(line === undefined ? {} : { line }) };
    thread.contextValue = threadContext;
    const key = line ?? noLine;
    if (view.threads.has(key)) thread.dispose();
    else view.threads.set(key, { thread, anchor, place: view.place, shown: new Map() });
    return anchor;
  }

  #render(view: DocumentThreads): void {
    const { comments, text } = this.#deps;
    const { document, place, path, threads } = view;
    const facts = {
      commit: comments.knownCommit(place),
      comments: comments.shown(place),
      drafts: comments.drafts(place),
    };
    const groups = groupsOf(facts, path, document.lineCount);
    const isKnown = facts.commit !== undefined && comments.known(place) !== undefined;
    for (const [line, each] of threads)
      if (!groups.has(line)) this.#renderWithoutComments(view, line, each, isKnown);
    for (const [line, group] of groups) this.#renderThread(view, line, group);
    if (path === undefined) text.refresh(document.uri);
  }

  /** A thread that was begun, or whose comments were deleted elsewhere, stays until the user closes it. */
  #renderWithoutComments(view: DocumentThreads, line: number, each: LineThread, isKnown: boolean): void {
    const { thread, shown, place } = each;
    const isDeletedElsewhere = [...shown.values()].some((row) => row.comment && !row.isDeletedHere);
    const isEdited = [...shown.values()].some((row) => row.isEdited);
    if (isEdited || (isDeletedElsewhere && !isKnown)) return;
    if (each.empty ? isDeletedThread(each) : !isDeletedElsewhere) {
      thread.dispose();
      view.threads.delete(line);
      return;
    }
    const empty = each.empty ?? "deleted";
    shown.clear();
    view.threads.set(line, { ...each, empty });
    if (!each.empty) thread.collapsibleState = Expanded;
    thread.comments = [];
    thread.canReply = this.#deps.registry.renderer.replier(place.accountId);
    const said = empty === "begun" ? countText(0) : vscode.l10n.t("the comments were deleted");
    thread.label = this.#label(view, line, said);
  }

  #renderThread(view: DocumentThreads, line: number, group: ThreadGroup): void {
    const { comments, registry } = this.#deps;
    const { document, place, path, threads } = view;
    const at = (path === undefined ? document.lineCount : line) - 1;
    const range = path !== undefined && line === noLine ? undefined : new vscode.Range(at, 0, at, 0);
    const former = threads.get(line);
    const isReplaced =
      former !== undefined && isDeletedThread(former) && group.comments.length + group.drafts.length > 0;
    if (isReplaced) former.thread.dispose();
    const known = isReplaced ? undefined : former;
    const shown = known?.shown ?? new Map<string, ShownComment>();
    const hadComments = shown.size > 0;
    const rows = registry.renderer.rows(
      this,
      { place, shown },
      group.comments,
      group.drafts,
      (comment, draft) => ({
        label: group.notes.get(comment ?? draft),
        mayDelete: comments.mayPush(place),
      }),
    );
    const thread = known?.thread ?? createThread(registry.controller, document.uri, range, rows);
    // Without comments, it would be taken for one that VS Code deleted.
    if (hadComments && rows.length === 0) thread.collapsibleState = Expanded;
    threads.set(line, { thread, shown, place, anchor: group.anchor });
    if (range && !thread.range?.isEqual(range)) thread.range = range;
    thread.comments = rows;
    thread.canReply = registry.renderer.replier(place.accountId);
    thread.label = this.#label(view, line, countText(group.comments.length));
  }

  #label({ place, path }: DocumentThreads, line: number, known: string): string {
    const isKnown = this.#deps.comments.known(place) !== undefined;
    const state = this.#problems.get(keyOf(place)) ?? (isKnown ? known : vscode.l10n.t("Reading the comments…"));
    if (path !== undefined && line === noLine)
      return vscode.l10n.t("{0}, the file as a whole: {1}", plainText(path), state);
    if (path !== undefined) return vscode.l10n.t("{0}, line {1}: {2}", plainText(path), line, state);
    const commit = this.#deps.comments.knownCommit(place);
    const subject = commit && plainText(subjectOf(commit));
    return vscode.l10n.t("{0}: {1}", subject || place.sha.slice(0, 7), state);
  }
}
