import { systemClock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { isTriedNow } from "./drafts.ts";
import type { CommentPlace, DraftFacts, DraftStorage } from "./types.ts";

/** How often the other windows are shown that a draft is still being sent. Milliseconds; less than `maxSendMs`. */
const renewMs = 20_000;

/** The comments, and changes of comments, that the service does not have, and which of them are being sent. */
export class StoredDrafts<P extends CommentPlace, D extends P & DraftFacts> {
  readonly #storage: DraftStorage<D>;
  readonly #keyOf: (place: P) => string;
  protected readonly store = new DisposableStore();
  protected readonly changed = this.store.add(new Emitter<P>());
  /** Comments or drafts of a place are others now. */
  readonly onDidChange = this.changed.event;
  /** Each resolves when its attempt is over. */
  readonly #sending = new Map<string, Promise<void>>();

  constructor(storage: DraftStorage<D>, keyOf: (place: P) => string) {
    this.#storage = storage;
    this.#keyOf = keyOf;
  }

  /** As the storage has them: another window may have written some since. */
  protected get stored(): readonly D[] {
    return this.#storage.readDrafts();
  }

  protected keep(drafts: readonly D[]): void {
    this.#storage.writeDrafts(drafts);
  }

  protected replace(localId: string, draft: D): void {
    this.keep(this.stored.map((each) => (each.localId === localId ? draft : each)));
    this.changed.fire(draft);
  }

  /** Notes that it is sent, for the other windows, too, until the result is called. */
  protected beginSending(localId: string): () => void {
    let settle = (): void => undefined;
    this.#sending.set(localId, new Promise<void>((resolve) => (settle = resolve)));
    const tried = (draft: D): D => (draft.localId === localId ? { ...draft, triedAt: systemClock.now() } : draft);
    const renewed = () =>
      systemClock.setTimer(renewMs, () => {
        this.keep(this.stored.map(tried));
        timer = renewed();
      });
    let timer = renewed();
    return () => {
      timer.dispose();
      this.#sending.delete(localId);
      settle();
    };
  }

  /** What the service does not have, oldest first. */
  drafts(place: P): readonly D[] {
    const key = this.#keyOf(place);
    return this.stored.filter((draft) => this.#keyOf(draft) === key);
  }

  /** What the service does not have of an account, for when it is signed out. */
  unsentOf(accountId: string): readonly string[] {
    return this.stored.filter((draft) => draft.accountId === accountId).map(({ localId }) => localId);
  }

  /** Reads what other windows wrote; what can't be read now is as it was. */
  async refreshDrafts(): Promise<void> {
    const before = this.stored;
    await this.#storage.refresh().catch(() => undefined);
    const texts = new Set(before.map((draft) => JSON.stringify(draft)));
    const now = this.stored;
    const ids = new Set(now.map(({ localId }) => localId));
    for (const draft of now) if (!texts.has(JSON.stringify(draft))) this.changed.fire(draft);
    for (const draft of before) if (!ids.has(draft.localId)) this.changed.fire(draft);
  }

  draft(localId: string): D | undefined {
    return this.stored.find((draft) => draft.localId === localId);
  }

  /** The change of a comment that the service does not have. */
  draftOfEdit(place: P, id: number): D | undefined {
    return this.drafts(place).find(({ editOf }) => editOf === id);
  }

  isSending(localId: string): boolean {
    return this.#sending.has(localId);
  }

  /** Whether another window sends it now, or this one began to before it was reloaded. */
  isSentElsewhere(localId: string): boolean {
    const draft = this.draft(localId);
    return draft !== undefined && !this.isSending(localId) && isTriedNow(draft);
  }

  /** Resolves when this window is not sending it, or no longer. */
  async idle(localId: string): Promise<void> {
    while (this.isSending(localId)) await this.#sending.get(localId);
  }

  /** Discards a draft, unless it is being sent. */
  discard(localId: string): void {
    const draft = this.draft(localId);
    if (!draft || this.isSending(localId)) return;
    this.keep(this.stored.filter((each) => each !== draft));
    this.changed.fire(draft);
  }
}
