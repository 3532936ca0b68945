import { Emitter } from "../base/event.ts";
import { entriesOf, fieldsOf } from "../base/fieldsOf.ts";
import { defaultFeeds, feedId, isSameFeed, isTarget } from "./feed.ts";
import { type Feed, feedKinds } from "./types.ts";

/** Account → its feeds, in the order in which they are shown. */
export type FeedsByAccount = Readonly<Record<string, readonly Feed[]>>;

export interface FeedStorage {
  read(): FeedsByAccount;
  write(feeds: FeedsByAccount): void;
}

/** Whether something that was kept is a feed. */
const isFeed = (value: unknown): value is Feed => {
  if (typeof value !== "object" || value === null) return false;
  const { kind, target, name } = value as Partial<Record<keyof Feed, unknown>>;
  const known = feedKinds.find((each) => each === kind);
  return (
    known !== undefined &&
    typeof target === "string" &&
    isTarget(known, target) &&
    (name === undefined || typeof name === "string")
  );
};

/** The feeds that the user wants to see, per account. */
export class SavedFeeds {
  readonly #storage: FeedStorage;
  readonly #changed = new Emitter<string>();
  /** Fires with the account whose feeds changed. */
  readonly onDidChange = this.#changed.event;

  constructor(storage: FeedStorage) {
    this.#storage = storage;
  }

  /** The feeds of an account; by default what is received and what `login` does. */
  of(accountId: string, login: string): readonly Feed[] {
    const kept = fieldsOf(this.#storage.read())[accountId];
    return Array.isArray(kept) ? entriesOf(kept).filter(isFeed) : defaultFeeds(login);
  }

  /** False when all of them were there already. */
  add(accountId: string, login: string, feeds: readonly Feed[]): boolean {
    const before = this.of(accountId, login);
    const fresh = feeds.filter(
      (feed, index) =>
        !before.some((each) => isSameFeed(each, feed)) &&
        feeds.findIndex((each) => isSameFeed(each, feed)) === index,
    );
    if (fresh.length > 0) this.#write(accountId, [...before, ...fresh]);
    return fresh.length > 0;
  }

  remove(accountId: string, login: string, feed: Feed): void {
    const rest = this.of(accountId, login).filter((each) => !isSameFeed(each, feed));
    this.#write(accountId, rest);
  }

  /** Puts back what was removed, at its place; nothing where it was added again. */
  putBack(accountId: string, login: string, feed: Feed, index: number): void {
    const feeds = this.of(accountId, login);
    if (!this.has(accountId, login, feed)) this.#write(accountId, feeds.toSpliced(index, 0, feed));
  }

  /** An empty name: it is called by what it is again. */
  rename(accountId: string, login: string, feed: Feed, name: string): void {
    const { kind, target } = feed;
    const next = name.trim() === "" ? { kind, target } : { kind, target, name: name.trim() };
    this.#write(
      accountId,
      this.of(accountId, login).map((each) => (isSameFeed(each, feed) ? next : each)),
    );
  }

  /** One place up or down; at the end nothing happens. */
  move(accountId: string, login: string, feed: Feed, by: -1 | 1): void {
    const list = [...this.of(accountId, login)];
    const from = list.findIndex((each) => isSameFeed(each, feed));
    const to = from + by;
    const [moved, other] = [list[from], list[to]];
    if (!moved || !other) return;
    list[from] = other;
    list[to] = moved;
    this.#write(accountId, list);
  }

  /** The account was signed out. */
  forget(accountId: string): void {
    const { [accountId]: gone, ...rest } = this.#storage.read();
    if (gone) this.#storage.write(rest);
  }

  has(accountId: string, login: string, feed: Feed): boolean {
    return this.of(accountId, login).some((each) => feedId(each) === feedId(feed));
  }

  #write(accountId: string, feeds: readonly Feed[]): void {
    this.#storage.write({ ...this.#storage.read(), [accountId]: feeds });
    this.#changed.fire(accountId);
  }
}
