import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Clock } from "../base/clock.ts";
import { contextValue } from "../tree/node.ts";
import { plainLine } from "../ui/plainText.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import { type Emojis, type EmojiTable, namesEmoji } from "./emoji.ts";
import { shownMarkdown } from "./markdown.ts";
import type { CommentPlace, DraftFacts, ServiceComment } from "./types.ts";
import { textLanguage } from "../ui/textLanguage.ts";

/** What may be done with the comments of one kind of conversations, whatever their places are. */
interface CommentActs {
  get(place: CommentPlace, id: number): Promise<unknown>;
  edit(place: CommentPlace, id: number, body: string, base: string | undefined): Promise<void>;
  delete(place: CommentPlace, id: number): Promise<void>;
  retry(localId: string, body?: string, base?: string): Promise<void>;
  sendAsNew(localId: string): Promise<void>;
  replaceTheirs(localId: string, theirs: string): Promise<void>;
  refreshDrafts(): Promise<void>;
  draftOfEdit(place: CommentPlace, id: number): DraftFacts | undefined;
  draft(localId: string): DraftFacts | undefined;
  discard(localId: string): void;
  isSending(localId: string): boolean;
  isSentElsewhere(localId: string): boolean;
  isMine(accountId: string, comment: ServiceComment): boolean;
}

/** One kind of conversations, such as those of gists. */
export interface CommentBackend {
  readonly comments: CommentActs;
  /** The address of a comment, or of what it is about. */
  linkOf(comment: ShownComment): Promise<string>;
  /** Stores what was typed below a thread, and sends it; undefined when the thread is none of its own. */
  reply(thread: vscode.CommentThread, text: string): Promise<void> | undefined;
  /** Reads again what a thread or document stands for; false when it is none of its own. */
  refresh(target: unknown): Promise<boolean>;
  /** Reads again what a row stands for, or what the user picks; absent where nothing can be picked. */
  refreshPicked?(row: unknown): Promise<void>;
  /** Reads the comments of a place again. */
  read(place: CommentPlace, priority: "user"): Promise<unknown>;
  /** Shows what is known of a place. */
  render(place: CommentPlace): void;
  /** A problem of its model as an error for people; anything else as it is. */
  explain(error: unknown): unknown;
  /** Where new threads may begin; absent where they are not begun by clicking a line. */
  ranges?(document: vscode.TextDocument): Promise<vscode.Range[]>;
}

/** A comment as VS Code shows it. VS Code knows it by its identity, so it stays the same while it is on screen. */
export class ShownComment<P extends CommentPlace = CommentPlace, C extends ServiceComment = ServiceComment>
  implements vscode.Comment
{
  body: string | vscode.MarkdownString = "";
  mode = vscode.CommentMode.Preview;
  author: vscode.CommentAuthorInformation = { name: "" };
  contextValue = "";
  label?: string;
  timestamp?: Date;
  /** The comment as it was read; absent where the service has none. */
  comment?: C;
  /** What the service does not have of it. */
  draft?: DraftFacts;
  /** The comment's text when its editor was opened. */
  base: string | undefined;
  /** The draft's text when its editor was opened. */
  draftBase: string | undefined;
  /** The text that another window has stored since, and that the next save replaces: a message has said so. */
  overDraft: string | undefined;
  /** Its editor is opened again with a text that could not be saved. */
  isReopened = false;
  /** Whether the user deletes it in this window. */
  isDeletedHere = false;

  constructor(
    readonly backend: CommentBackend,
    readonly place: P,
  ) {}

  /** Whether its editor is open: what is typed in that is nowhere else. */
  get isEdited(): boolean {
    return this.isReopened || this.mode === vscode.CommentMode.Editing;
  }

  /** The text as it was written. */
  get written(): string {
    return this.draft?.body ?? this.comment?.body ?? "";
  }
}

/** What one thread shows. */
export interface ShownThread<P extends CommentPlace> {
  readonly place: P;
  readonly shown: Map<string, ShownComment>;
}

/** What only one kind of comments has. */
export interface Notes {
  readonly label?: string | undefined;
  /** Whether another user's comment may be deleted. */
  readonly mayDelete?: boolean;
}

/** Turns comments and drafts into what VS Code shows. */
export class CommentRenderer {
  readonly #accounts: AccountsModel;
  readonly #emojis: Emojis;
  readonly #clock: Clock;
  readonly #tables = new Map<string, EmojiTable>();
  /** The accounts whose emoji were asked for and not read. */
  readonly #unreadable = new Set<string>();

  constructor(accounts: AccountsModel, emojis: Emojis, clock: Clock) {
    this.#accounts = accounts;
    this.#emojis = emojis;
    this.#clock = clock;
  }

  /**
   * Reads the account's emoji when a comment names some; true when there are others than before. What failed is tried again
   * when comments are `read` from the service, not for each that is written. Throws HttpError.
   */
  async readEmojis(
    accountId: string,
    comments: readonly ServiceComment[],
    why: "read" | "written",
  ): Promise<boolean> {
    if (this.#tables.has(accountId) || !comments.some(({ body }) => namesEmoji(body))) return false;
    if (why === "written" && this.#unreadable.has(accountId)) return false;
    try {
      this.#tables.set(accountId, await this.#emojis.get(accountId));
    } catch (error) {
      this.#unreadable.add(accountId);
      throw error;
    }
    return true;
  }

  forget(accountId: string): void {
    this.#tables.delete(accountId);
    this.#unreadable.delete(accountId);
  }

  /** Who may reply below a thread. Also with a token that is refused: what is written is kept, and sent after the sign-in. */
  replier(accountId: string): vscode.CommentAuthorInformation | false {
    const account = this.#accounts.get(accountId);
    return account ? { name: account.profile.login } : false;
  }

  /** The comments and drafts, those that were there before as the same objects. */
  rows<P extends CommentPlace, C extends ServiceComment>(
    backend: CommentBackend,
    { place, shown }: ShownThread<P>,
    known: readonly C[],
    drafts: readonly DraftFacts[],
    notes: (comment: C | undefined, draft: DraftFacts | undefined, isMine: boolean) => Notes,
  ): readonly ShownComment[] {
    const rows = [
      ...known.map((comment) => {
        const draft = drafts.find(({ editOf }) => editOf === comment.id);
        return { key: String(comment.id), comment, ...(draft ? { draft } : {}) };
      }),
      ...drafts
        .filter(({ editOf }) => editOf === undefined || !known.some(({ id }) => id === editOf))
        // Another object once it failed: to one that began without actions VS Code gives none later.
        .map((draft) => ({
          key: `${draft.localId}/${String(backend.comments.isSending(draft.localId))}`,
          comment: undefined,
          draft,
        })),
    ];
    const isRow = (key: string): boolean => rows.some((row) => row.key === key);
    for (const [key, view] of shown) if (!isRow(key) && !view.isEdited) shown.delete(key);
    // What is typed in it is nowhere else.
    const edited = [...shown].flatMap(([key, view]) => (isRow(key) ? [] : [view]));
    const views = rows.map(({ key, comment, draft }) => {
      const view = shown.get(key) ?? new ShownComment(backend, place);
      shown.set(key, view);
      if (comment) view.comment = comment;
      if (draft) view.draft = draft;
      else delete view.draft;
      const isMine = comment === undefined || backend.comments.isMine(place.accountId, comment);
      this.#fill(view, isMine, notes(comment, draft, isMine));
      return view;
    });
    return [...views, ...edited];
  }

  #fill(view: ShownComment, isMine: boolean, notes: Notes): void {
    const { comment, draft, place } = view;
    const login = this.#accounts.get(place.accountId)?.profile.login ?? "";
    const sending = draft !== undefined && view.backend.comments.isSending(draft.localId);
    view.author = { name: plainLine(comment ? (comment.user?.login ?? vscode.l10n.t("someone")) : login) };
    const state = draft ? (sending ? "sending" : "failed") : isMine ? "mine" : "foreign";
    const flags = state === "foreign" && notes.mayDelete ? [state, "deletable"] : [state];
    view.contextValue = contextValue("comment", flags);
    if (comment) view.timestamp = new Date(comment.created_at);
    const said = draft
      ? sending || view.backend.comments.isSentElsewhere(draft.localId)
        ? vscode.l10n.t("sending…")
        : draft.isUnconfirmed
          ? vscode.l10n.t("not confirmed")
          : vscode.l10n.t("not sent")
      : this.#edited(comment as ServiceComment);
    const label = draft ? [notes.label, said] : [notes.label ?? said];
    const text = label.filter((each) => each !== undefined).join(" · ");
    if (text === "") delete view.label;
    else view.label = text;
    if (view.mode === vscode.CommentMode.Editing) return;
    const emojis = this.#tables.get(place.accountId) ?? new Map();
    const shown = shownMarkdown(view.written, emojis, vscode.l10n.t("image"));
    // By default neither trusted nor with HTML. The same object where nothing changed: VS Code renders a new one again.
    if (typeof view.body === "string" || view.body.value !== shown) view.body = new vscode.MarkdownString(shown);
  }

  #edited(comment: ServiceComment): string | undefined {
    if (comment.updated_at === comment.created_at) return undefined;
    const age = relativeTime(comment.updated_at, this.#clock.now(), textLanguage());
    return vscode.l10n.t("edited {0}", age);
  }
}
