import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { GistComment } from "../../client/types/gist.ts";
import { commentsController, conversationScheme } from "../../ids.ts";
import { contextValue } from "../../tree/node.ts";
import { closeTabs } from "../../ui/closeTabs.ts";
import { errorText } from "../../ui/errorText.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import { countText, type ConversationText } from "./document.ts";
import { type Emojis, type EmojiTable, namesEmoji } from "./emoji.ts";
import { shownMarkdown } from "./markdown.ts";
import type { CommentsModel } from "./model.ts";
import { conversationPlaceOf } from "./place.ts";
import { type CommentDraft, type ConversationPlace, keyOf } from "./types.ts";

/** A comment as VS Code shows it. VS Code knows it by its identity, so it stays the same while it is on screen. */
export class ShownComment implements vscode.Comment {
  body: string | vscode.MarkdownString = "";
  mode = vscode.CommentMode.Preview;
  author: vscode.CommentAuthorInformation = { name: "" };
  contextValue = "";
  label?: string;
  timestamp?: Date;
  /** The comment as it was read; absent where the service has none. */
  comment?: GistComment;
  /** What the service does not have of it. */
  draft?: CommentDraft;

  constructor(readonly place: ConversationPlace) {}

  /** The text as it was written. */
  get written(): string {
    return this.draft?.body ?? this.comment?.body ?? "";
  }
}

/** A conversation below a document. */
interface Conversation {
  readonly place: ConversationPlace;
  readonly document: vscode.TextDocument;
  readonly thread: vscode.CommentThread;
  readonly shown: Map<string, ShownComment>;
  /** When the newest comment was written that was seen before the conversation was opened. */
  newestSeen: string | undefined;
}

export interface ConversationsParts {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly comments: CommentsModel;
  readonly emojis: Emojis;
  readonly text: ConversationText;
  readonly clock: Clock;
  /** Whether conversations stand at the end of gist files too. */
  readonly atFileEnd: () => boolean;
  readonly onError: (what: string, error: unknown) => void;
}

const lastLine = ({ lineCount }: vscode.TextDocument): vscode.Range =>
  new vscode.Range(lineCount - 1, 0, lineCount - 1, 0);

/** The comment threads: one per document that shows a conversation, made when the document is seen. */
export class Conversations {
  readonly #parts: ConversationsParts;
  readonly #store = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #open = new Map<string, Conversation>();
  readonly #emojis = new Map<string, EmojiTable>();
  /** Why conversations could not be read, by gist. */
  readonly #problems = new Map<string, string>();
  #visible = new Set<string>();

  constructor(parts: ConversationsParts) {
    this.#parts = parts;
    this.#controller = this.#store.add(
      vscode.comments.createCommentController(commentsController, vscode.l10n.t("Gist Comments")),
    );
    this.#controller.options = {
      prompt: vscode.l10n.t("Reply..."),
      placeHolder: vscode.l10n.t("Write a comment; Markdown and :emoji: are understood"),
    };
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.update()));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri.toString())));
    this.#store.add(vscode.workspace.onDidSaveTextDocument((document) => this.#place(document)));
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!document.isDirty) this.#place(document);
      }),
    );
    this.#store.add(
      parts.comments.onDidChange((place) => {
        const isSeen = this.#of(place).some(({ document }) => this.#visible.has(document.uri.toString()));
        // What is written here is no news.
        if (isSeen && parts.comments.known(place)) parts.comments.markRead(place);
        this.#renderAll(place);
      }),
    );
    this.#store.add(
      parts.accounts.onDidChange(({ added, removed, changed }) => {
        if (removed.length > 0) this.#closeAll(removed);
        if (added.length + changed.length > 0) for (const each of this.#open.values()) this.#render(each);
      }),
    );
  }

  /** The threads that there are. */
  get all(): readonly Pick<Conversation, "place" | "document" | "thread">[] {
    return [...this.#open.values()];
  }

  /** Makes what belongs to the visible editors; reads again what came into sight. */
  update(): void {
    const documents = vscode.window.visibleTextEditors.map(({ document }) => document);
    const wanted = documents.filter((document) => this.#isWanted(document));
    const before = this.#visible;
    this.#visible = new Set(wanted.map(({ uri }) => uri.toString()));
    for (const document of wanted) {
      const place = conversationPlaceOf(document.uri);
      if (!place || before.has(document.uri.toString())) continue;
      const newestSeen = this.#parts.comments.unread.newestSeen(place);
      const show = (): void => {
        if (this.#visible.has(document.uri.toString())) this.#ensure(document, place, newestSeen);
      };
      if (this.#parts.comments.known(place)) show();
      // A thread that begins without comments opens its reply box wide. What fails is said at the thread.
      this.read(place, "visible")
        .catch((error: unknown) => this.#parts.onError(vscode.l10n.t("Gist Comments"), error))
        .finally(show);
    }
    for (const [uri, { document }] of this.#open) if (!this.#isWanted(document)) this.#close(uri);
  }

  /** Reads the gist's conversation. What fails is said at its threads too. Throws HttpError. */
  async read(place: ConversationPlace, priority: "user" | "visible" = "user"): Promise<void> {
    const { comments } = this.#parts;
    try {
      const read = await comments.list(place, { priority });
      comments.markRead(place);
      if (this.#problems.delete(keyOf(place))) this.#renderAll(place);
      if (read.some(({ body }) => namesEmoji(body))) await this.#readEmojis(place);
    } catch (error) {
      this.#problems.set(keyOf(place), errorText(toUserError(error)));
      this.#renderAll(place);
      throw error;
    }
  }

  /** Unfolds the conversation of this document. */
  reveal(document: vscode.TextDocument): void {
    const place = conversationPlaceOf(document.uri);
    const known = this.#open.get(document.uri.toString());
    if (!place || !known) return;
    known.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    if (known.shown.size > 0) return;
    // VS Code throws an empty thread away when it is folded, and does not tell.
    known.thread.dispose();
    this.#open.delete(document.uri.toString());
    this.#ensure(document, place, known.newestSeen);
  }

  placeOf(thread: vscode.CommentThread): ConversationPlace | undefined {
    return [...this.#open.values()].find((each) => each.thread === thread)?.place;
  }

  /** Lets the user change the text of a comment, or reads it again. */
  setEditing(comment: ShownComment, editing: boolean): void {
    comment.mode = editing ? vscode.CommentMode.Editing : vscode.CommentMode.Preview;
    // As plain text: what is being written is not rendered.
    if (editing) comment.body = comment.written;
    this.#renderAll(comment.place);
  }

  dispose(): void {
    for (const uri of this.#open.keys()) this.#close(uri);
    this.#store.dispose();
  }

  #of(place: ConversationPlace): readonly Conversation[] {
    return [...this.#open.values()].filter((each) => keyOf(each.place) === keyOf(place));
  }

  #isWanted({ uri }: vscode.TextDocument): boolean {
    const place = conversationPlaceOf(uri);
    return (
      place !== undefined &&
      this.#parts.accounts.get(place.accountId) !== undefined &&
      (uri.scheme === conversationScheme || this.#parts.atFileEnd())
    );
  }

  #ensure(document: vscode.TextDocument, place: ConversationPlace, newestSeen: string | undefined): void {
    const key = document.uri.toString();
    const known = this.#open.get(key);
    if (known) {
      if (known.newestSeen === newestSeen) return;
      known.newestSeen = newestSeen;
      this.#render(known);
      return;
    }
    const shown = new Map<string, ShownComment>();
    const comments = this.#shown({ place, shown, newestSeen });
    const thread = this.#controller.createCommentThread(document.uri, lastLine(document), comments);
    thread.contextValue = contextValue("commentThread", []);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    const conversation: Conversation = { place, document, thread, shown, newestSeen };
    this.#open.set(key, conversation);
    this.#render(conversation);
  }

  #close(uri: string): void {
    this.#open.get(uri)?.thread.dispose();
    this.#open.delete(uri);
    this.#visible.delete(uri);
  }

  #closeAll(accountIds: readonly string[]): void {
    for (const [uri, { place }] of this.#open) if (accountIds.includes(place.accountId)) this.#close(uri);
    for (const id of accountIds) this.#emojis.delete(id);
    closeTabs((uri) => uri.scheme === conversationScheme && accountIds.includes(uri.authority)).catch(
      (error: unknown) => this.#parts.onError(vscode.l10n.t("Gist Comments"), error),
    );
  }

  /** The document's end may be elsewhere now. */
  #place(document: vscode.TextDocument): void {
    const thread = this.#open.get(document.uri.toString())?.thread;
    const range = lastLine(document);
    if (thread && !thread.range?.isEqual(range)) thread.range = range;
  }

  async #readEmojis(place: ConversationPlace): Promise<void> {
    if (this.#emojis.has(place.accountId)) return;
    try {
      this.#emojis.set(place.accountId, await this.#parts.emojis.get(place.accountId));
      this.#renderAll(place);
    } catch (error) {
      // Names are readable too.
      this.#parts.onError(vscode.l10n.t("Emoji"), error);
    }
  }

  #renderAll(place: ConversationPlace): void {
    for (const each of this.#of(place)) this.#render(each);
  }

  /** The comments and drafts, those that were there before as the same objects. */
  #shown(conversation: Pick<Conversation, "place" | "shown" | "newestSeen">): readonly ShownComment[] {
    const { place, shown, newestSeen } = conversation;
    const { comments } = this.#parts;
    const known = comments.known(place);
    const drafts = comments.drafts(place);
    const rows = [
      ...(known ?? []).map((comment) => {
        const draft = drafts.find(({ editOf }) => editOf === comment.id);
        return { key: String(comment.id), comment, ...(draft ? { draft } : {}) };
      }),
      ...drafts
        .filter(({ editOf }) => editOf === undefined || !known?.some(({ id }) => id === editOf))
        // Another object once it failed: to one that began without actions VS Code gives none later.
        .map((draft) => ({ key: `${draft.localId}/${String(comments.isSending(draft.localId))}`, draft })),
    ];
    for (const key of shown.keys()) if (!rows.some((row) => row.key === key)) shown.delete(key);
    for (const { key, ...facts } of rows) {
      const view = shown.get(key) ?? new ShownComment(place);
      shown.set(key, view);
      delete view.draft;
      Object.assign(view, facts);
      this.#fill(view, newestSeen);
    }
    return rows.map(({ key }) => shown.get(key) as ShownComment);
  }

  #render(conversation: Conversation): void {
    const { place, thread, document } = conversation;
    const { accounts, comments, gists, text } = this.#parts;
    const account = accounts.get(place.accountId);
    const known = comments.known(place);
    thread.comments = this.#shown(conversation);
    thread.canReply = account && account.problem === undefined ? { name: account.profile.login } : false;
    const title = gists.knownTitle(place.accountId, place.gistId) ?? place.gistId;
    const state =
      this.#problems.get(keyOf(place)) ??
      (known ? countText(known.length) : vscode.l10n.t("The comments are being read..."));
    thread.label = vscode.l10n.t("{0}: {1}", title, state);
    if (document.uri.scheme === conversationScheme) text.refresh(document.uri);
  }

  #fill(view: ShownComment, newestSeen: string | undefined): void {
    const { comment, draft, place } = view;
    const { accounts, comments } = this.#parts;
    const login = accounts.get(place.accountId)?.profile.login ?? "";
    const mine = comment === undefined || comments.isMine(place.accountId, comment);
    const sending = draft !== undefined && comments.isSending(draft.localId);
    view.author = { name: comment ? (comment.user?.login ?? vscode.l10n.t("somebody")) : login };
    const state = draft ? (sending ? "sending" : "failed") : mine ? "mine" : "foreign";
    view.contextValue = contextValue("comment", [state]);
    if (comment) view.timestamp = new Date(comment.created_at);
    const label = draft
      ? sending
        ? vscode.l10n.t("sending...")
        : vscode.l10n.t("not sent")
      : this.#label(comment as GistComment, mine, newestSeen);
    if (label === undefined) delete view.label;
    else view.label = label;
    if (view.mode === vscode.CommentMode.Editing) return;
    const emojis = this.#emojis.get(place.accountId) ?? new Map();
    const shown = shownMarkdown(view.written, emojis, vscode.l10n.t("picture"));
    // Neither trusted nor with HTML, as it is by default. The same object where nothing changed: VS Code renders it anew.
    if (typeof view.body === "string" || view.body.value !== shown) view.body = new vscode.MarkdownString(shown);
  }

  #label(comment: GistComment, mine: boolean, newestSeen: string | undefined): string | undefined {
    if (!mine && newestSeen !== undefined && Date.parse(comment.created_at) > Date.parse(newestSeen))
      return vscode.l10n.t("new");
    if (comment.updated_at === comment.created_at) return undefined;
    const age = relativeTime(comment.updated_at, this.#parts.clock.now(), vscode.env.language);
    return vscode.l10n.t("edited {0}", age);
  }
}
