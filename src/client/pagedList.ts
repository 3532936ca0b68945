import { BoundedMap } from "../base/boundedMap.ts";
import { CancelledError } from "../base/errors.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { isPassing, limitEndOf } from "./errors.ts";
import { hasNextPage } from "./links.ts";
import type { WithMeta } from "./types/result.ts";

/** Until what the rate limit refused is asked for again, whatever the service says. Milliseconds. */
const leastWaitMs = 1000;
const options: CallOptions = { priority: "visible" };

/** The first page of a list, such as the first step of `client.pages`. */
type FirstPage<T> = (
  client: Client,
  options: CallOptions,
) => AsyncGenerator<WithMeta<readonly T[]>, void, undefined>;

/** Lists that are kept by key; a key is a path, such as `account/owner/repo`. */
export class PagedLists<T> {
  readonly #lists = new BoundedMap<PagedList<T>>(500);

  /** The list of this key, made when there is none. */
  of(key: string, make: () => PagedList<T>): PagedList<T> {
    const list = this.#lists.get(key) ?? make();
    this.#lists.set(key, list);
    return list;
  }

  /** The lists at this path and below it are read again when they are asked for; all of them for an empty path. */
  invalidate(path: string): void {
    for (const [key, list] of this.#lists)
      if (path === "" || key === path || key.startsWith(`${path}/`)) list.invalidate();
  }

  /** As `PagedList.remove`, of the list of this key. */
  remove(key: string, isDeleted: (item: T) => boolean): void {
    this.#lists.get(key)?.remove(isDeleted);
  }
}

/** Why a list is older than it should be: it could not be read again. */
export interface Staleness {
  /** When it was read last. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly readAt: number;
  readonly error: unknown;
}

/** What was read of a list. */
interface Reading<T> {
  readonly client: Client;
  readonly items: readonly T[];
  /** The keys of the items; made again after a change. */
  readonly keys?: Set<unknown> | undefined;
  /** The page that was read last; the next one is where it links to. */
  readonly last: WithMeta<readonly T[]>;
  /** The links that were followed: pages that go round in a circle have an end too. */
  readonly followed: ReadonlySet<string>;
}

/** What is read now. */
interface Loading {
  readonly client: Client;
  /** The list's generation when its request was sent last; until then, when it began. */
  generation: number;
  done: Promise<number>;
}

type Change<T> = (items: readonly T[]) => readonly T[];

const none: readonly never[] = [];

/** A list of the service, read page by page on demand. */
export class PagedList<T> {
  readonly #first: FirstPage<T>;
  readonly #keyOf: (item: T) => unknown;
  readonly #now: () => number;
  #reading: Reading<T> | undefined;
  /** Made when an item is looked for by its key. */
  #byKey: { readonly items: readonly T[]; readonly map: ReadonlyMap<unknown, T> } | undefined;
  #readAt = 0;
  #staleness: Staleness | undefined;
  /** How often the list was invalidated, and what that was when it was read, or could not be, last. */
  #generation = 0;
  #readGeneration = -1;
  #loading: Loading | undefined;
  /** When a list that the rate limit kept from being read again is to be read. Milliseconds since 1970-01-01T00:00:00Z. */
  #dueAt = Infinity;
  /** How many items were read when the service refused the list: as many are read when it no longer does. */
  #refused: { readonly client: Client; readonly count: number } | undefined;
  /** Items were removed, so the first items of the next page are on the last one by now: a link to it would skip them. */
  #mustReadAgain = false;
  /** What was changed while pages are read. */
  #changes: Change<T>[] = [];

  /** `keyOf` identifies items: one that moves from page to page between two reads is listed once. */
  constructor(first: FirstPage<T>, keyOf: (item: T) => unknown, now: () => number = () => Date.now()) {
    this.#first = first;
    this.#keyOf = keyOf;
    this.#now = now;
  }

  /** What was read so far. */
  get items(): readonly T[] {
    return this.#reading?.items ?? none;
  }

  /** What identifies an item: no other one of the list has it. */
  keyOf(item: T): unknown {
    return this.#keyOf(item);
  }

  /** The item with this key, as far as the list was read. */
  find(key: unknown): T | undefined {
    const { items } = this;
    if (this.#byKey?.items !== items)
      this.#byKey = { items, map: new Map(items.map((item) => [this.#keyOf(item), item])) };
    return this.#byKey.map.get(key);
  }

  /** Whether it was read, or could not be, since it was invalidated; no longer once the limit that refused it is over. */
  get isRead(): boolean {
    return this.#readGeneration === this.#generation && this.#now() < this.#dueAt;
  }

  /** Undefined when the list is as it was when it was asked for last. */
  get staleness(): Staleness | undefined {
    return this.#staleness;
  }

  /** True while nothing was read. */
  get hasMore(): boolean {
    return this.#reading === undefined || nextOf(this.#reading) !== undefined;
  }

  /** Whether it was read to its end, and has nothing. */
  get isEmpty(): boolean {
    return this.isRead && this.#staleness === undefined && !this.hasMore && this.items.length === 0;
  }

  change(change: Change<T>): void {
    if (this.#reading)
      this.#reading = { ...this.#reading, items: this.#changed([change], this.items), keys: undefined };
    if (this.#loading) this.#changes.push(change);
  }

  #changed(changes: readonly Change<T>[], before: readonly T[]): readonly T[] {
    const items = changes.reduce((all, change) => change(all), before);
    if (items.length < before.length) this.#mustReadAgain = true;
    return items;
  }

  /** What was deleted is not in the list any longer, also when that can't be read again. */
  remove(isDeleted: (item: T) => boolean): void {
    this.change((items) => items.filter((item) => !isDeleted(item)));
  }

  /** The list is read again when it is asked for; until then, and when that fails, it has what it had. */
  invalidate(): void {
    this.#generation++;
  }

  /**
   * Reads one page more, if there is one; answers how many items it had that were not there before. A list that was
   * invalidated, or of which something was removed, is read again, as far as it was read. Throws HttpError, and then the
   * pages before are still there.
   */
  async more(client: Client): Promise<number> {
    for (let loading = this.#loading; loading; loading = this.#loading) {
      const { done } = loading;
      // What was sent before the list was invalidated may be older than that.
      const isNewest = (of: Loading): boolean => of.client === client && of.generation === this.#generation;
      // It may be held back for longer than this caller waits.
      if (isNewest(loading)) return client.unlessHeld(done);
      await client.unlessHeld(done.catch(() => 0));
      // It may have waited.
      if (isNewest(loading)) return done;
    }
    const isRead = this.#isReadBy(client);
    if (isRead && !this.hasMore) return 0;
    return this.#load(client, (loading) => (isRead ? this.#next(client) : this.#readAgain(loading)));
  }

  /**
   * Reads all that is left; what another caller reads at the same time is not read again. Throws as `more`, and
   * CancelledError; what was read until then is there.
   */
  async all(client: Client, signal: AbortSignal): Promise<void> {
    // Another caller may cancel what it reads, or begin first when this one has waited.
    while (this.#loading || !this.#isReadBy(client))
      if (this.#loading) await endOf(this.#loading.done, signal);
      else await this.more(client);
    if (!this.hasMore) return;
    await this.#load(client, async () => {
      await this.#followRemovals(client, signal);
      return this.#rest(client, signal);
    });
  }

  /** What another client, which is another sign-in, read does not count. */
  #isReadBy(client: Client): boolean {
    return this.isRead && this.#reading?.client === client;
  }

  #load(client: Client, read: (loading: Loading) => Promise<number>): Promise<number> {
    const loading: Loading = { client, generation: this.#generation, done: Promise.resolve(0) };
    loading.done = read(loading).finally(() => {
      this.#loading = undefined;
      this.#changes = [];
    });
    this.#loading = loading;
    return loading.done;
  }

  async #readAgain(loading: Loading): Promise<number> {
    const { client } = loading;
    // Another client is another sign-in: what the former one read is not shown.
    const former = this.#reading?.client === client ? this.#reading : undefined;
    this.#reading = former;
    const refused = this.#refused?.client === client ? this.#refused.count : 0;
    const count = former?.items.length ?? refused;
    let reading: Reading<T> | undefined;
    try {
      reading = await this.#readFromStart(client, count, {
        onRead: (read) => (reading = read),
        onSend: () => (loading.generation = this.#generation),
      });
    } catch (error) {
      // The first page was read, so the account may see the list: a later page that is refused is a failure that may pass.
      if (former && (reading || isPassing(error))) {
        this.#readGeneration = loading.generation;
        this.#staleness = { readAt: this.#readAt, error };
        // Not at once: who reads until it is read would ask without end.
        this.#dueAt = Math.max(limitEndOf(error) ?? Infinity, this.#now() + leastWaitMs);
        return 0;
      }
      if (!reading) {
        this.#reading = undefined;
        this.#refused = { client, count };
        throw error;
      }
    }
    this.#replace(reading);
    this.#readGeneration = loading.generation;
    this.#staleness = undefined;
    this.#dueAt = Infinity;
    this.#refused = undefined;
    const known = new Set(former?.items.map(this.#keyOf));
    return this.items.filter((item) => !known.has(this.#keyOf(item))).length;
  }

  /**
   * Reads pages from the first one on until there are so many items; `onRead` gets what was read after each. `onSend` is
   * called when the first page is asked for.
   */
  async #readFromStart(
    client: Client,
    count: number,
    {
      onRead,
      ...first
    }: Pick<CallOptions, "onSend" | "signal"> & { readonly onRead?: (reading: Reading<T>) => void },
  ): Promise<Reading<T>> {
    const { signal } = first;
    const wasRequired = this.#mustReadAgain;
    this.#mustReadAgain = false;
    try {
      // The first step always gives a page or throws.
      const page = (await this.#first(client, { ...options, ...first }).next()).value as WithMeta<readonly T[]>;
      let reading = this.#joined(undefined, page, client);
      onRead?.(reading);
      if (reading.items.length >= count || nextOf(reading) === undefined) return reading;
      for await (const next of client.linkedPages<T>(page, { ...options, signal, ahead: true })) {
        reading = this.#joined(reading, next, client);
        onRead?.(reading);
        if (reading.items.length >= count) break;
      }
      return reading;
    } catch (error) {
      this.#mustReadAgain ||= wasRequired;
      throw error;
    }
  }

  /** Takes what was read from the start in place of what was there, with what was changed in the meantime. */
  #replace(reading: Reading<T>): void {
    const byKey = new Map(this.#withChanges(reading.items).map((item) => [this.#keyOf(item), item]));
    this.#take({ ...reading, items: [...byKey.values()], keys: undefined });
  }

  /** Reads again what was read, where something was removed of it. Throws HttpError; the list is as it was then. */
  async #followRemovals(client: Client, signal?: AbortSignal): Promise<void> {
    if (!this.#mustReadAgain) return;
    this.#replace(await this.#readFromStart(client, this.items.length, { signal }));
  }

  async #next(client: Client): Promise<number> {
    const known = new Set(this.items.map(this.#keyOf));
    await this.#followRemovals(client);
    if (this.hasMore && !this.#mustReadAgain) await this.#page(client);
    return this.items.filter((item) => !known.has(this.#keyOf(item))).length;
  }

  async #rest(client: Client, signal: AbortSignal): Promise<number> {
    const before = this.items.length;
    const { last } = this.#reading as Reading<T>;
    for await (const page of client.linkedPages<T>(last, { ...options, signal, ahead: true }))
      this.#take(this.#joined(this.#reading, page, client, this.#withChanges(page)));
    return this.items.length - before;
  }

  async #page(client: Client): Promise<void> {
    const page = await client.linkedList<T>((this.#reading as Reading<T>).last, "next", options);
    this.#take(this.#joined(this.#reading, page, client, this.#withChanges(page)));
  }

  /** What a page has that may have been asked for before the changes were made. */
  #withChanges(items: readonly T[]): readonly T[] {
    return this.#changed(this.#changes, items);
  }

  /** `items` are those of the page, where they are not as the service sent them. */
  #joined(
    before: Reading<T> | undefined,
    page: WithMeta<readonly T[]>,
    client: Client,
    items: readonly T[] = page,
  ): Reading<T> {
    const link = before && nextOf(before);
    const keys = before?.keys ?? new Set(before?.items.map(this.#keyOf));
    const added = items.filter((item) => {
      const isNew = !keys.has(this.#keyOf(item));
      keys.add(this.#keyOf(item));
      return isNew;
    });
    return {
      client,
      items: [...(before?.items ?? []), ...added],
      keys,
      last: page,
      followed: new Set([...(before?.followed ?? []), ...(link === undefined ? [] : [link])]),
    };
  }

  #take(reading: Reading<T>): void {
    this.#reading = reading;
    this.#readAt = this.#now();
  }
}

/** Resolves when the reading has ended in any way. Throws CancelledError. */
const endOf = (reading: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => reject(new CancelledError());
    const end = (): void => {
      signal.removeEventListener("abort", cancel);
      resolve();
    };
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
    reading.then(end, end);
  });

/** The link to the page after the last one that was read. */
const nextOf = <T>({ last, followed }: Reading<T>): string | undefined => {
  const next = hasNextPage(last);
  return next === undefined || followed.has(next) ? undefined : next;
};
