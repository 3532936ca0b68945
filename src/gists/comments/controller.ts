import * as vscode from "vscode";
import { isDeletedThread } from "../../comments/isDeletedThread.ts";
import { createThread } from "../../comments/createThread.ts";
import { syncDocumentsWithAccounts } from "../../accounts/syncDocuments.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { accountIn } from "../../base/uriPart.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { GistComment } from "../../client/types/gist.ts";
import { countText } from "../../comments/countText.ts";
import type { CommentRegistry } from "../../comments/feature.ts";
import type { CommentBackend, Notes, ShownComment, ShownThread } from "../../comments/commentView.ts";
import { conversationScheme, settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { ConversationText } from "./document.ts";
import type { CommentsModel } from "./model.ts";
import { conversationPlaceOf, knownConversation, targetConversation } from "./place.ts";
import { type ConversationPlace, keyOf } from "./types.ts";
import { hasUnsavedText } from "../../ui/unsavedText.ts";

/** A conversation below a document. */
interface Conversation extends ShownThread<ConversationPlace> {
  document: vscode.TextDocument;
  readonly thread: vscode.CommentThread;
  /** When the newest comment was written that was seen before the conversation was opened. */
  newestSeen: string | undefined;
  /** As it was known last: with a token that is refused, nothing is known of the gist. */
  title: string | undefined;
}

interface ConversationsDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly comments: CommentsModel;
  readonly registry: CommentRegistry;
  readonly text: ConversationText;
  readonly onError: (what: string, error: unknown) => void;
}

const lastLine = ({ lineCount }: vscode.TextDocument): vscode.Range =>
  new vscode.Range(lineCount - 1, 0, lineCount - 1, 0);

/** The comment threads of gists: one per document that shows a conversation, made when the document is seen. */
export class Conversations implements CommentBackend {
  readonly #deps: ConversationsDeps;
  readonly #store = new DisposableStore();
  /** Whether conversations are at the end of gist files too. */
  readonly #atFileEnd = this.#store.add(new ConfigValue(settings.commentsAtFileEnd, false));
  readonly #open = new Map<string, Conversation>();
  /** Why conversations could not be read, by gist. */
  readonly #problems = new Map<string, string>();
  #visible = new Set<string>();

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
    this.#store.add(this.#atFileEnd.onDidChange(() => this.update()));
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.update()));
    // Its thread stays: with it, VS Code shows again what was typed below it and not sent.
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#visible.delete(uri.toString())));
    this.#store.add(vscode.workspace.onDidSaveTextDocument((document) => this.#place(document)));
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!hasUnsavedText(document)) this.#place(document);
      }),
    );
    this.#store.add(
      deps.comments.onDidChange((place) => {
        const isSeen = this.#of(place).some(({ document }) => this.#visible.has(document.uri.toString()));
        // What is written here is no news.
        const known = isSeen ? deps.comments.known(place) : undefined;
        if (known) deps.comments.markRead(place);
        this.render(place);
        // What was written just now may be the first that names an emoji.
        if (known) void this.#readEmojis(place, known, "written");
      }),
    );
    this.#store.add(
      syncDocumentsWithAccounts(
        deps.accounts,
        ({ scheme, authority }) => (scheme === conversationScheme ? accountIn(authority) : undefined),
        (error) => deps.onError(vscode.l10n.t("Gist Comments"), error),
      ),
    );
    this.#store.add(
      deps.accounts.onDidChange(({ added, removed, changed }) => {
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
      const newestSeen = this.#deps.comments.unread.newestSeen(place);
      const show = (): void => {
        if (this.#visible.has(document.uri.toString())) this.#ensure(document, place, newestSeen);
      };
      if (this.#deps.comments.known(place)) show();
      // A thread that begins without comments opens its reply box wide. What fails is said at the thread.
      this.read(place, "visible")
        .catch((error: unknown) => this.#deps.onError(vscode.l10n.t("Gist Comments"), error))
        .finally(show);
    }
    for (const [uri, { document }] of this.#open) if (!this.#isWanted(document)) this.#close(uri);
  }

  /** Reads the gist's conversation. What fails is said at its threads too. Throws HttpError. */
  async read(place: ConversationPlace, priority: "user" | "visible" = "user"): Promise<void> {
    const { comments } = this.#deps;
    try {
      const read = await comments.list(place, { priority });
      comments.markRead(place);
      if (this.#problems.delete(keyOf(place))) this.render(place);
      await this.#readEmojis(place, read, "read");
    } catch (error) {
      this.#problems.set(keyOf(place), errorText(toUserError(error)));
      this.render(place);
      throw error;
    }
  }

  /** Unfolds the conversation of this document. */
  reveal(document: vscode.TextDocument): void {
    const known = this.#open.get(document.uri.toString());
    if (!known) return;
    if (isDeletedThread(known)) this.#replace(known);
    else known.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  get comments(): CommentsModel {
    return this.#deps.comments;
  }

  async linkOf({ place, comment }: ShownComment): Promise<string> {
    const { accountId, gistId } = place as ConversationPlace;
    const gist = await this.#deps.gists.get(accountId, gistId);
    return comment ? `${gist.html_url}#gistcomment-${comment.id}` : gist.html_url;
  }

  reply(thread: vscode.CommentThread, text: string): Promise<void> | undefined {
    const place = [...this.#open.values()].find((each) => each.thread === thread)?.place;
    return place && this.#deps.comments.create(place, text);
  }

  async refresh(target: unknown): Promise<boolean> {
    const place = knownConversation(target);
    if (place) await this.read(place);
    return place !== undefined;
  }

  async refreshPicked(row: unknown): Promise<void> {
    await this.read(await targetConversation(this.#deps, row));
  }

  render(place: ConversationPlace): void {
    for (const each of this.#of(place)) this.#render(each);
  }

  explain(error: unknown): unknown {
    return toUserError(error);
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
      this.#deps.accounts.get(place.accountId) !== undefined &&
      (uri.scheme === conversationScheme || this.#atFileEnd.value)
    );
  }

  #ensure(document: vscode.TextDocument, place: ConversationPlace, newestSeen: string | undefined): void {
    const key = document.uri.toString();
    const known = this.#open.get(key);
    if (known) {
      known.document = document;
      if (known.newestSeen === newestSeen) return;
      known.newestSeen = newestSeen;
      this.#render(known);
      return;
    }
    const shown = new Map<string, ShownComment>();
    const comments = this.#shown({ place, shown, newestSeen });
    const thread = createThread(this.#deps.registry.controller, document.uri, lastLine(document), comments);
    const conversation: Conversation = { place, document, thread, shown, newestSeen, title: undefined };
    this.#open.set(key, conversation);
    this.#render(conversation);
  }

  /** Makes another thread in place of one that VS Code deleted. */
  #replace({ document, place, thread, newestSeen }: Conversation): void {
    thread.dispose();
    this.#open.delete(document.uri.toString());
    this.#ensure(document, place, newestSeen);
  }

  #close(uri: string): void {
    this.#open.get(uri)?.thread.dispose();
    this.#open.delete(uri);
    this.#visible.delete(uri);
  }

  #closeAll(accountIds: readonly string[]): void {
    for (const [uri, { place }] of this.#open) if (accountIds.includes(place.accountId)) this.#close(uri);
    for (const id of accountIds) this.#deps.registry.renderer.forget(id);
  }

  /** The document's end may be elsewhere now. */
  #place(document: vscode.TextDocument): void {
    const thread = this.#open.get(document.uri.toString())?.thread;
    const range = lastLine(document);
    if (thread && !thread.range?.isEqual(range)) thread.range = range;
  }

  async #readEmojis(
    place: ConversationPlace,
    comments: readonly GistComment[],
    why: "read" | "written",
  ): Promise<void> {
    try {
      if (await this.#deps.registry.renderer.readEmojis(place.accountId, comments, why)) this.render(place);
    } catch (error) {
      // Names are readable too.
      this.#deps.onError(vscode.l10n.t("Emoji"), error);
    }
  }

  #shown(
    conversation: ShownThread<ConversationPlace> & Pick<Conversation, "newestSeen">,
  ): readonly ShownComment[] {
    const { place, newestSeen } = conversation;
    const { comments, registry } = this.#deps;
    const notes = (comment: GistComment | undefined, _draft: unknown, isMine: boolean): Notes => {
      const isNew =
        comment && !isMine && newestSeen !== undefined && Date.parse(comment.created_at) > Date.parse(newestSeen);
      return { label: isNew ? vscode.l10n.t("new") : undefined };
    };
    return registry.renderer.rows(this, conversation, comments.shown(place), comments.drafts(place), notes);
  }

  #render(conversation: Conversation): void {
    const { place, thread, document } = conversation;
    const { comments, gists, registry, text } = this.#deps;
    const known = comments.known(place);
    const isDeleted = isDeletedThread(conversation);
    const hadComments = conversation.shown.size > 0;
    const rows = this.#shown(conversation);
    if (isDeleted && rows.length > 0) {
      this.#replace(conversation);
      return;
    }
    // Without comments, it would be taken for one that VS Code deleted.
    if (hadComments && rows.length === 0) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    thread.comments = rows;
    thread.canReply = registry.renderer.replier(place.accountId);
    conversation.title = gists.knownTitle(place.accountId, place.gistId) ?? conversation.title;
    const title = conversation.title ?? place.gistId;
    const state =
      this.#problems.get(keyOf(place)) ??
      (known ? countText(known.length) : vscode.l10n.t("Reading the comments…"));
    thread.label = vscode.l10n.t("{0}: {1}", plainText(title), state);
    if (document.uri.scheme === conversationScheme) text.refresh(document.uri);
  }
}
