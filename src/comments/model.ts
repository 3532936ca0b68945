import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { BoundedMap } from "../base/boundedMap.ts";
import { systemClock } from "../base/clock.ts";
import { isCancelled } from "../base/errors.ts";
import { forgetBelow } from "../base/forgetBelow.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import { HttpError } from "../client/errors.ts";
import { confirmed, toleranceMs } from "../client/lostWrites.ts";
import { errorOf, mayHaveArrived, sameText, sentTextOf } from "./drafts.ts";
import type { CommentService, CommentThreadsOptions } from "./service.ts";
import { StoredDrafts } from "./storedDrafts.ts";
import {
  CommentChangedError,
  CommentGoneError,
  type CommentPlace,
  type DraftFacts,
  type ServiceComment,
} from "./types.ts";

/** Conversations of one kind: what is known of them, and what was not sent. */
export class CommentThreads<
  P extends CommentPlace,
  C extends ServiceComment,
  D extends P & DraftFacts,
> extends StoredDrafts<P, D> {
  readonly #service: CommentService<P, C, D>;
  readonly #accounts: AccountsModel;
  readonly #inspect: CommentThreadsOptions<P, D>["inspect"];
  readonly #known = new BoundedMap<readonly C[]>(200);
  /** What was written here where nothing was read yet. */
  readonly #written = new BoundedMap<readonly C[]>(200);
  readonly #loading = new Map<string, Promise<readonly C[]>>();
  /** How often we changed a conversation: what was read before a change is older than it. */
  readonly #changes = new BoundedMap<number>(2000);

  constructor(service: CommentService<P, C, D>, { accounts, storage, inspect }: CommentThreadsOptions<P, D>) {
    super(storage, (place) => service.keyOf(place));
    this.#service = service;
    this.#accounts = accounts;
    this.#inspect = inspect;
    this.store.add(
      accounts.onDidChange(({ removed }) => {
        for (const id of removed) this.forget(id);
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
    this.#known.clear();
  }

  /** What was read so far; undefined before the first reading. */
  known(place: P): readonly C[] | undefined {
    return this.#known.get(this.#service.keyOf(place));
  }

  /** What is known of them, be it only what was written here. */
  shown(place: P): readonly C[] {
    return this.known(place) ?? this.#written.get(this.#service.keyOf(place)) ?? [];
  }

  isMine(accountId: string, comment: ServiceComment): boolean {
    const login = this.#accounts.get(accountId)?.profile.login.toLowerCase();
    return login !== undefined && comment.user?.login.toLowerCase() === login;
  }

  /** All comments as the service has them now, oldest first. Throws HttpError. */
  list(place: P, options: CallOptions = {}): Promise<readonly C[]> {
    const key = this.#service.keyOf(place);
    const running = this.#loading.get(key);
    if (running) return running;
    const loading = this.#read(place, options).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** One comment as the service has it now. Throws HttpError. */
  async get(place: P, id: number): Promise<C> {
    const comment = await this.#service.get(this.clientOf(place), place, id);
    this.#put(place, comment);
    return comment;
  }

  /**
   * Sends another text of a comment. Throws when the service does not take it, and keeps it as a draft: CommentGoneError when
   * the comment was deleted, CommentChangedError when it has another text than `base`.
   */
  async edit(place: P, id: number, body: string, base?: string): Promise<void> {
    const former = this.draftOfEdit(place, id);
    if (former) return this.retry(former.localId, body);
    const comment = this.shown(place).find((each) => each.id === id);
    const draft = { ...this.draftOf(place, body, comment), editOf: id };
    await this.send(base === undefined ? draft : { ...draft, base });
  }

  /** Sends the text of a draft over `theirs`, with which it was in conflict. Throws as `edit`. */
  async replaceTheirs(localId: string, theirs: string): Promise<void> {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    await this.#send({ ...draft, base: theirs }, draft.body);
  }

  /** A comment that no longer exists counts as deleted. Throws HttpError. */
  async delete(place: P, id: number): Promise<void> {
    const former = this.draftOfEdit(place, id);
    try {
      await confirmed<unknown>(
        () => this.#service.delete(this.clientOf(place), place, id),
        async (options) => (await this.#read(place, options)).every((each) => each.id !== id) || undefined,
      );
    } catch (error) {
      // A comment that still is in the conversation is hidden, not deleted.
      if (!HttpError.is(error, "notFound", "gone") || (await this.#read(place, {})).some((each) => each.id === id))
        throw error;
    }
    // What was written since is nowhere else, also in another window.
    await this.refreshDrafts();
    const left = this.draftOfEdit(place, id);
    if (left && left.body === former?.body && !this.isSentElsewhere(left.localId)) this.discard(left.localId);
    this.wrote(place, false);
    this.#change(place, (comments) => comments.filter((comment) => comment.id !== id));
  }

  /**
   * Sends a draft again, with another text when one is given, and as a change of another `base`. Throws when the service
   * rejects it.
   */
  async retry(localId: string, body?: string, base?: string): Promise<void> {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    await this.#send(base === undefined ? draft : { ...draft, base }, body ?? draft.body);
  }

  /** Sends the text of a draft whose comment was deleted as a new comment. Throws when the service rejects it. */
  async sendAsNew(localId: string): Promise<void> {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    // It was sent as one before: the service may have it.
    if (draft.editOf === undefined) return this.retry(localId);
    const { editOf: _editOf, error: _error, ...text } = draft;
    const knownIds = this.known(draft)?.map(({ id }) => id);
    await this.#send({ ...(text as D), sentAt: systemClock.now(), ...(knownIds && { knownIds }) });
  }

  /** Called before `onDidChange`; `isNew` for a comment that was not known before. */
  protected wrote(_place: P, _isNew: boolean): void {
    // For those who count.
  }

  /** Nothing of the account is kept. */
  protected forget(accountId: string): void {
    for (const map of [this.#known, this.#written]) forgetBelow(map, accountId);
    this.keep(this.stored.filter((draft) => draft.accountId !== accountId));
  }

  /** With a comment's position, when places have more than one: its change may become a new comment. */
  protected draftOf(place: P, body: string, _comment?: C): P & DraftFacts {
    return { ...this.#service.placeOf(place), localId: `draft-${crypto.randomUUID()}`, body };
  }

  protected clientOf({ accountId }: CommentPlace): Account["client"] {
    return requireAccount(this.#accounts, accountId).client;
  }

  /** Sends a new comment or a change. Throws when the service does not take it, and keeps it as a draft. */
  protected send(draft: P & DraftFacts): Promise<void>;
  protected send(draft: D): Promise<void> {
    const knownIds = draft.editOf === undefined ? this.known(draft)?.map(({ id }) => id) : undefined;
    const sentAt = systemClock.now();
    const kept = { ...draft, sentAt, ...(knownIds && { knownIds }) };
    // Stored before it is sent: it survives a window that closes before the answer.
    this.keep([...this.stored, kept]);
    return this.#send(kept);
  }

  async #read(place: P, options: CallOptions): Promise<readonly C[]> {
    const key = this.#service.keyOf(place);
    for (;;) {
      const changes = this.#changes.get(key);
      const comments = new Map<number, C>();
      let serviceNow = Number.NaN;
      const onHeaders: CallOptions["onHeaders"] = (headers) => {
        serviceNow = Date.parse(headers["date"] ?? "");
        options.onHeaders?.(headers);
      };
      for await (const page of this.#service.pages(this.clientOf(place), place, { ...options, onHeaders }))
        for (const comment of page) comments.set(comment.id, comment);
      if (changes !== this.#changes.get(key)) continue;
      const all = [...comments.values()];
      // The account was signed out in the meantime: nothing of it may stay.
      if (this.#accounts.get(place.accountId)) this.#known.set(key, all);
      this.#written.delete(key);
      await this.refreshDrafts();
      this.#removeArrived(place, all, Number.isNaN(serviceNow) ? systemClock.now() : serviceNow);
      this.changed.fire(place);
      return all;
    }
  }

  /** What the service has after all is not a draft any longer, such as that of a window that ended before the answer. */
  #removeArrived(place: P, comments: readonly C[], serviceNow: number): void {
    const drafts = this.drafts(place);
    // Sending looks for it itself.
    if (drafts.some(({ localId }) => this.isSending(localId))) return;
    const isThere = (draft: D): boolean => {
      if (this.isSentElsewhere(draft.localId)) return false;
      // One comment does not stand for two drafts.
      if (drafts.some((other) => other !== draft && sameText(sentTextOf(other), sentTextOf(draft)))) return false;
      const { knownIds, editOf, sentAt = 0 } = draft;
      if (editOf !== undefined)
        return comments.some(({ id, body }) => id === editOf && sameText(body, draft.body));
      // One that the user wrote elsewhere before is another one, though it was not read before this was sent.
      const since = serviceNow - (systemClock.now() - sentAt) - toleranceMs;
      const isNew = ({ id, created_at: createdAt }: C): boolean =>
        knownIds?.includes(id) === false && !this.#isOfOther(draft, id) && Date.parse(createdAt) >= since;
      // What was typed after that attempt is nowhere else.
      if (!mayHaveArrived(draft) || !sameText(sentTextOf(draft), draft.body)) return false;
      return comments.some((comment) => isNew(comment) && this.#isSameAs(comment, draft));
    };
    const arrived = drafts.filter(isThere).map(({ localId }) => localId);
    if (arrived.length > 0) this.keep(this.stored.filter(({ localId }) => !arrived.includes(localId)));
  }

  /** Whether the comment is what another draft, sent as a new one, became: it does not stand for a second one. */
  #isOfOther(draft: D, commentId: number): boolean {
    return this.drafts(draft).some(({ editOf, knownIds }) => editOf === commentId && knownIds !== undefined);
  }

  /** Whether it has the draft's text, author and position. */
  #isSameAs(comment: C, draft: D): boolean {
    return (
      this.isMine(draft.accountId, comment) &&
      sameText(comment.body, sentTextOf(draft)) &&
      (this.#service.isAt?.(comment, draft) ?? true)
    );
  }

  /** `body` is there for a draft that was sent before. */
  async #send(former: D, body?: string): Promise<void> {
    const { localId, editOf } = former;
    const { triedAt: _triedAt, error, isUnconfirmed, sentBody: _former, ...idle } = former;
    const isOpen = body !== undefined && mayHaveArrived(former);
    // How it ended before is as open as it was until the service was asked.
    const before = { ...(error && { error }), ...(isUnconfirmed && { isUnconfirmed }) };
    const sent = isOpen ? sentTextOf(former) : undefined;
    const begun = { ...idle, ...(sent !== undefined && { sentBody: sent }) };
    let draft = { ...begun, body: body ?? former.body } as D;
    let hasLooked = false;
    const end = this.beginSending(localId);
    // Without its error: where the window is closed, the service may have it.
    const storeAttempt = (): void => this.replace(localId, { ...draft, triedAt: systemClock.now() });
    try {
      storeAttempt();
      const client = this.clientOf(draft);
      const known = this.known(draft)?.find(({ id }) => id === editOf);
      const inspected = await this.#inspect(draft, draft.body, known?.body);
      draft = { ...draft, body: inspected };
      const arrived = body === undefined ? undefined : await this.#arrived(former);
      const changed = arrived?.id ?? editOf;
      const isThere = arrived && sameText(arrived.body, draft.body);
      if (!isThere) await this.#requireUnchanged(client, draft, sent ?? former.body);
      hasLooked = true;
      const { sentBody: _sentBody, ...sending } = draft;
      // What arrived before is changed: also by a later attempt.
      const { knownIds = [] } = former;
      const change = arrived && !isThere ? { editOf: arrived.id, base: arrived.body, knownIds } : {};
      draft = { ...sending, ...change } as unknown as D;
      storeAttempt();
      const comment = isThere ? arrived : await this.#write(client, draft, changed);
      // Another window may have sent, changed or discarded others since.
      await this.refreshDrafts().catch(() => undefined);
      end();
      this.keep(this.#without(draft, comment.id));
      // An edit and what had arrived before are counted already, or were read with the others.
      const isCounted = editOf !== undefined || this.known(draft)?.some(({ id }) => id === comment.id);
      this.wrote(draft, !arrived && !isCounted);
      this.#put(draft, comment);
    } catch (failure) {
      end();
      // The user held it back, or it could not be looked for: whether an earlier attempt arrived is as open as before.
      if (isCancelled(failure))
        this.replace(localId, { ...draft, ...(body === undefined ? { error: "cancelled" } : before) });
      else if (isOpen && !hasLooked && !(failure instanceof CommentChangedError))
        this.replace(localId, { ...draft, ...before });
      else {
        const mayBeThere = HttpError.is(failure) && failure.mayHaveSucceeded;
        this.replace(localId, { ...draft, error: errorOf(failure), isUnconfirmed: mayBeThere });
      }
      if (editOf !== undefined && (await this.#isGone(draft, editOf, failure)))
        throw new CommentGoneError(localId, failure);
      throw failure;
    }
  }

  /** The drafts without this one. What it became is no sign of another one with the same text. */
  #without(sent: D, commentId: number): readonly D[] {
    const key = this.#service.keyOf(sent);
    return this.stored
      .filter(({ localId }) => localId !== sent.localId)
      .map((each) =>
        each.knownIds && this.#service.keyOf(each) === key && !this.isSentElsewhere(each.localId)
          ? { ...each, knownIds: [...each.knownIds, commentId] }
          : each,
      );
  }

  /** Throws CommentChangedError where the comment is neither what the change was begun on nor what was sent for it. */
  async #requireUnchanged(client: Client, draft: D, sent: string): Promise<void> {
    const { localId, editOf, base } = draft;
    if (editOf === undefined || base === undefined) return;
    const now = await this.#service.get(client, draft, editOf);
    if ([base, sent, draft.body].some((text) => sameText(text, now.body))) return;
    this.#put(draft, now);
    throw new CommentChangedError(localId, now.body);
  }

  /** Whether the service doesn't find the comment because it was deleted; of what can't be read, it isn't known. */
  async #isGone(place: P, id: number, error: unknown): Promise<boolean> {
    if (!HttpError.is(error, "notFound", "gone") || error.missing) return false;
    const comments = await this.#read(place, {}).catch(() => undefined);
    return comments?.every((each) => each.id !== id) === true;
  }

  /** When the answer was lost, what the service has is the answer. */
  #write(client: Client, draft: D, changed: number | undefined): Promise<C> {
    if (changed === undefined)
      return confirmed(
        () => this.#service.create(client, draft),
        (options) => this.#arrived(draft, options),
      );
    return confirmed(
      () => this.#service.edit(client, draft, changed, draft.body),
      async () => {
        const now = await this.#service.get(client, draft, changed);
        return sameText(now.body, draft.body) ? now : undefined;
      },
    );
  }

  /** The comment that a draft became although its answer was lost. */
  async #arrived(draft: D, options: CallOptions = {}): Promise<C | undefined> {
    const { knownIds, sentAt } = draft;
    if (draft.editOf !== undefined || !mayHaveArrived(draft)) return undefined;
    if (!knownIds && sentAt === undefined) return undefined;
    // When it was sent, by the service's clock: with each page, so that a slow reading doesn't count.
    let sentThere = Number.NaN;
    const onHeaders: CallOptions["onHeaders"] = (headers) => {
      const elapsed = systemClock.now() - (sentAt ?? 0);
      // The clock was set back: it isn't known.
      sentThere = elapsed < 0 ? Number.NaN : Date.parse(headers["date"] ?? "") - elapsed;
    };
    const comments = await this.#read(draft, { ...options, onHeaders });
    // A browser does not show what time it is for the service: then what was known decides, too.
    const isSince = (createdAt: string): boolean =>
      Number.isNaN(sentThere) ? knownIds !== undefined : Date.parse(createdAt) >= sentThere - toleranceMs;
    const isNew = ({ id, created_at: createdAt }: C): boolean =>
      knownIds?.includes(id) !== true && !this.#isOfOther(draft, id) && isSince(createdAt);
    return comments.find((comment) => isNew(comment) && this.#isSameAs(comment, draft));
  }

  /** Stores one comment that the service returned. */
  #put(place: P, comment: C): void {
    this.#change(place, (comments) =>
      comments.some(({ id }) => id === comment.id)
        ? comments.map((each) => (each.id === comment.id ? comment : each))
        : [...comments, comment],
    );
  }

  #change(place: P, change: (comments: readonly C[]) => readonly C[]): void {
    const key = this.#service.keyOf(place);
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + 1);
    const comments = this.#known.has(key) ? this.#known : this.#written;
    comments.set(key, change(this.shown(place)));
    this.changed.fire(place);
  }
}
