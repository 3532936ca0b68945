import type { Account, AccountsModel } from "../../accounts/model.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { isCancelled } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import type { CallOptions } from "../../client/callOptions.ts";
import { HttpError } from "../../client/errors.ts";
import type { Gist, GistComment } from "../../client/types/gist.ts";
import { GistProblem } from "../problem.ts";
import { type CommentDraft, type CommentStorage, type ConversationPlace, keyOf } from "./types.ts";
import { Unread } from "./unread.ts";

export interface CommentsOptions {
  readonly accounts: AccountsModel;
  readonly storage: CommentStorage;
  /** The own gists of an account, as far as they were read. */
  readonly own: (accountId: string) => readonly Gist[];
  /** What may be sent of a text. Throws CancelledError when nothing may. */
  readonly inspect: (place: ConversationPlace, body: string, former: string | undefined) => Promise<string>;
}

/** The answer was lost, not the request: the service may have taken the comment. */
const mayHaveArrived = ({ error }: CommentDraft): boolean =>
  error === undefined ||
  ["network", "timeout", "server", "unreadable", "redirect", "http", "unexpected"].includes(error);

const sameText = (left: string, right: string): boolean =>
  left.replaceAll("\r\n", "\n").trim() === right.replaceAll("\r\n", "\n").trim();

/** The conversations of all gists: what is known of them, what was not sent, and what was not read yet. */
export class CommentsModel {
  readonly #accounts: AccountsModel;
  readonly #storage: CommentStorage;
  readonly #inspect: CommentsOptions["inspect"];
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<ConversationPlace>());
  /** Comments or drafts of a gist are others now. */
  readonly onDidChange = this.#changed.event;
  readonly unread: Unread;
  readonly #known = new Map<string, readonly GistComment[]>();
  readonly #loading = new Map<string, Promise<readonly GistComment[]>>();
  /** How often we changed a conversation: what was read before a change is older than it. */
  readonly #changes = new Map<string, number>();
  readonly #sending = new Set<string>();
  #drafts: readonly CommentDraft[];

  constructor({ accounts, storage, own, inspect }: CommentsOptions) {
    this.#accounts = accounts;
    this.#storage = storage;
    this.#inspect = inspect;
    this.#drafts = storage.readDrafts();
    this.unread = this.#store.add(new Unread(storage, own));
    this.#store.add(accounts.onDidChange(({ removed }) => removed.forEach((id) => this.#forget(id))));
  }

  dispose(): void {
    this.#store.dispose();
    this.#known.clear();
  }

  /** What was read so far; undefined before the first reading. */
  known(place: ConversationPlace): readonly GistComment[] | undefined {
    return this.#known.get(keyOf(place));
  }

  /** What the service does not have, oldest first. */
  drafts({ accountId, gistId }: ConversationPlace): readonly CommentDraft[] {
    return this.#drafts.filter((draft) => draft.accountId === accountId && draft.gistId === gistId);
  }

  draft(localId: string): CommentDraft | undefined {
    return this.#drafts.find((draft) => draft.localId === localId);
  }

  isSending(localId: string): boolean {
    return this.#sending.has(localId);
  }

  isMine(accountId: string, comment: GistComment): boolean {
    const login = this.#accounts.get(accountId)?.profile.login.toLowerCase();
    return login !== undefined && comment.user?.login.toLowerCase() === login;
  }

  /** All comments as the service has them now, oldest first. Throws HttpError. */
  list(place: ConversationPlace, options: CallOptions = {}): Promise<readonly GistComment[]> {
    const key = keyOf(place);
    const running = this.#loading.get(key);
    if (running) return running;
    const loading = this.#read(place, options).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** One comment as the service has it now. Throws HttpError. */
  async get(place: ConversationPlace, id: number): Promise<GistComment> {
    const { client } = this.#account(place);
    const comment = await client.call("gists.getComment", { gist_id: place.gistId, id });
    this.#put(place, comment);
    return comment;
  }

  /** Sends a new comment. Throws when the service does not take it, and keeps it as a draft. */
  async create(place: ConversationPlace, body: string): Promise<void> {
    const knownIds = this.known(place)?.map(({ id }) => id);
    await this.#begin(place, { body, ...(knownIds === undefined ? {} : { knownIds }) });
  }

  /** Sends another text of a comment. Throws when the service does not take it, and keeps it as a draft. */
  async edit(place: ConversationPlace, id: number, body: string): Promise<void> {
    const former = this.drafts(place).find(({ editOf }) => editOf === id);
    await (former ? this.retry(former.localId, body) : this.#begin(place, { body, editOf: id }));
  }

  async delete(place: ConversationPlace, id: number): Promise<void> {
    await this.#account(place).client.call("gists.deleteComment", { gist_id: place.gistId, id });
    this.#keep(this.#drafts.filter((draft) => keyOf(draft) !== keyOf(place) || draft.editOf !== id));
    this.#change(place, (comments) => comments.filter((comment) => comment.id !== id));
  }

  /** Sends a draft once more, with another text when one is given. Throws as `create`. */
  async retry(localId: string, body?: string): Promise<void> {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    await this.#send(draft, body ?? draft.body);
  }

  /** Throws a draft away, unless it is just being sent. */
  discard(localId: string): void {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    this.#keep(this.#drafts.filter((each) => each !== draft));
    this.#changed.fire(draft);
  }

  markRead(place: ConversationPlace): void {
    this.unread.markRead(place, this.known(place));
  }

  #account({ accountId }: ConversationPlace): Account {
    const account = this.#accounts.get(accountId);
    if (!account) throw new GistProblem("noAccount", accountId);
    return account;
  }

  async #read(place: ConversationPlace, options: CallOptions): Promise<readonly GistComment[]> {
    const key = keyOf(place);
    for (;;) {
      const changes = this.#changes.get(key);
      const { client } = this.#account(place);
      const comments = new Map<number, GistComment>();
      for await (const page of client.pages(
        "gists.getComments",
        { gist_id: place.gistId, per_page: 100 },
        options,
      ))
        for (const comment of page) comments.set(comment.id, comment);
      if (changes !== this.#changes.get(key)) continue;
      const all = [...comments.values()];
      // Signed out meanwhile: nothing of the account is kept.
      if (this.#accounts.get(place.accountId)) this.#known.set(key, all);
      this.#changed.fire(place);
      return all;
    }
  }

  #begin(place: ConversationPlace, text: Pick<CommentDraft, "body" | "editOf" | "knownIds">): Promise<void> {
    const { accountId, gistId } = place;
    const draft: CommentDraft = { localId: `draft-${crypto.randomUUID()}`, accountId, gistId, ...text };
    // Kept before it is sent: it outlives a window that closes meanwhile.
    this.#keep([...this.#drafts, draft]);
    return this.#send(draft);
  }

  /** `body` is there for a draft that was sent before. */
  async #send(former: CommentDraft, body?: string): Promise<void> {
    const { localId, editOf, gistId } = former;
    let draft = body === undefined ? former : { ...former, body };
    this.#sending.add(localId);
    this.#replace(localId, draft);
    try {
      const { client } = this.#account(draft);
      const known = this.known(draft)?.find(({ id }) => id === editOf);
      const inspected = await this.#inspect(draft, draft.body, known?.body);
      if (inspected !== draft.body) {
        draft = { ...draft, body: inspected };
        this.#replace(localId, draft);
      }
      const arrived = body === undefined ? undefined : await this.#arrived(former);
      const comment =
        arrived && sameText(arrived.body, draft.body)
          ? arrived
          : arrived || editOf !== undefined
            ? await client.call("gists.editComment", {
                gist_id: gistId,
                id: arrived?.id ?? (editOf as number),
                body: draft.body,
              })
            : await client.call("gists.createComment", { gist_id: gistId, body: draft.body });
      this.#sending.delete(localId);
      this.#keep(
        this.#drafts
          .filter((each) => each.localId !== localId)
          // What this draft became is no sign of another one with the same text.
          .map((each) => (each.knownIds ? { ...each, knownIds: [...each.knownIds, comment.id] } : each)),
      );
      // An edit and what had arrived before are counted already, or were read with the others.
      const isCounted = editOf !== undefined || this.known(draft)?.some(({ id }) => id === comment.id);
      if (!arrived && !isCounted) this.unread.noteOwn(draft);
      this.#put(draft, comment);
    } catch (error) {
      this.#sending.delete(localId);
      // The user kept it back: whether an earlier attempt arrived is as open as before.
      if (isCancelled(error))
        this.#replace(localId, body === undefined ? { ...draft, error: "cancelled" } : draft);
      else this.#replace(localId, { ...draft, error: HttpError.is(error) ? error.kind : "unexpected" });
      throw error;
    }
  }

  /** The comment that a draft became though nobody told us. */
  async #arrived(draft: CommentDraft): Promise<GistComment | undefined> {
    const { knownIds } = draft;
    if (draft.editOf !== undefined || !knownIds || !mayHaveArrived(draft)) return undefined;
    const comments = await this.#read(draft, {});
    return comments.find(
      (comment) =>
        !knownIds.includes(comment.id) &&
        this.isMine(draft.accountId, comment) &&
        sameText(comment.body, draft.body),
    );
  }

  #replace(localId: string, draft: CommentDraft): void {
    this.#keep(this.#drafts.map((each) => (each.localId === localId ? draft : each)));
    this.#changed.fire(draft);
  }

  #keep(drafts: readonly CommentDraft[]): void {
    this.#drafts = drafts;
    this.#storage.writeDrafts(drafts);
  }

  /** The service told of one comment. */
  #put(place: ConversationPlace, comment: GistComment): void {
    this.#change(place, (comments) =>
      comments.some(({ id }) => id === comment.id)
        ? comments.map((each) => (each.id === comment.id ? comment : each))
        : [...comments, comment],
    );
  }

  #change(place: ConversationPlace, change: (comments: readonly GistComment[]) => readonly GistComment[]): void {
    const key = keyOf(place);
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + 1);
    const known = this.#known.get(key);
    if (known) this.#known.set(key, change(known));
    this.#changed.fire(place);
  }

  #forget(accountId: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(`${accountId}/`)) this.#known.delete(key);
    this.#keep(this.#drafts.filter((draft) => draft.accountId !== accountId));
    this.unread.forget(accountId);
  }
}
