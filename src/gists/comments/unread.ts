import { Emitter } from "../../base/event.ts";
import type { Gist, GistComment } from "../../client/types/gist.ts";
import { type CommentStorage, type ConversationPlace, keyOf, type Seen } from "./types.ts";

/** How many gists are remembered. */
const maxEntries = 2000;

/** Which comments of own gists are unread: counted from the lists, without a request. */
export class Unread {
  readonly #storage: CommentStorage;
  /** The own gists of an account, as far as they were read. */
  readonly #own: (accountId: string) => readonly Gist[];
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Records that are older than what was seen. */
  readonly #outdated = new Map<string, Gist>();
  /** What was listed last: it counts while the lists are read again. */
  readonly #listed = new Map<string, readonly Gist[]>();

  constructor(storage: CommentStorage, own: (accountId: string) => readonly Gist[]) {
    this.#storage = storage;
    this.#own = own;
  }

  /** The unread comments of one gist, or of all own gists of the account. */
  count(accountId: string, gistId?: string): number {
    const seen = this.#storage.readSeen();
    return this.#gists(accountId)
      .filter(({ id }) => gistId === undefined || id === gistId)
      .reduce((sum, gist) => {
        const key = keyOf({ accountId, gistId: gist.id });
        const former = this.#outdated.get(key) === gist ? undefined : seen[key];
        return sum + (former ? Math.max(0, gist.comments - former.count) : 0);
      }, 0);
  }

  /** When the newest comment that was seen was written; undefined before the first look. */
  newestSeen(place: ConversationPlace): string | undefined {
    return this.#storage.readSeen()[keyOf(place)]?.newest;
  }

  /** Lists were read: what is seen for the first time counts as known. */
  noteLists(accountId: string): void {
    const seen = this.#storage.readSeen();
    const next: Record<string, Seen> = { ...seen };
    const own = this.#own(accountId);
    // The lists were invalidated, not read: the former one counts.
    if (own.length === 0) return;
    this.#listed.set(accountId, own);
    for (const gist of own) {
      const key = keyOf({ accountId, gistId: gist.id });
      if (this.#outdated.get(key) === gist) continue;
      this.#outdated.delete(key);
      const former = seen[key];
      // Comments that were deleted make no room for unread ones.
      if (!former || gist.comments < former.count) next[key] = { ...former, count: gist.comments };
    }
    this.#write(next);
  }

  /** The user sees these comments; without them, the list's count of comments counts as seen. */
  markRead(place: ConversationPlace, comments: readonly GistComment[] | undefined): void {
    const key = keyOf(place);
    const seen = this.#storage.readSeen();
    const listed = this.#gists(place.accountId).find(({ id }) => id === place.gistId);
    const newest =
      comments
        ?.map(({ created_at: created }) => created)
        .toSorted()
        .at(-1) ?? seen[key]?.newest;
    const count = comments?.length ?? listed?.comments;
    if (count === undefined) return;
    if (listed) this.#outdated.set(key, listed);
    this.#write({ ...seen, [key]: { count, ...(newest === undefined ? {} : { newest }) } });
  }

  /** The user wrote a comment: one more that is known. */
  noteOwn(place: ConversationPlace): void {
    const key = keyOf(place);
    const seen = this.#storage.readSeen();
    const former = seen[key];
    if (former) this.#write({ ...seen, [key]: { ...former, count: former.count + 1 } });
  }

  /** Nothing of the account is kept. */
  forget(accountId: string): void {
    this.#listed.delete(accountId);
    const isOthers = (key: string): boolean => !key.startsWith(`${accountId}/`);
    for (const key of this.#outdated.keys()) if (!isOthers(key)) this.#outdated.delete(key);
    this.#write(Object.fromEntries(Object.entries(this.#storage.readSeen()).filter(([key]) => isOthers(key))));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#outdated.clear();
  }

  #gists(accountId: string): readonly Gist[] {
    const own = this.#own(accountId);
    return own.length > 0 ? own : (this.#listed.get(accountId) ?? []);
  }

  #write(seen: Readonly<Record<string, Seen>>): void {
    if (JSON.stringify(seen) !== JSON.stringify(this.#storage.readSeen()))
      this.#storage.writeSeen(Object.fromEntries(Object.entries(seen).slice(-maxEntries)));
    this.#changed.fire();
  }
}
