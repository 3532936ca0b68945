import { BoundedMap } from "../base/boundedMap.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { hasNextPage } from "./links.ts";
import type { WithMeta } from "./types/result.ts";

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

  /** What is kept at this path and below it is read anew; all of it for an empty path. */
  forget(path: string): void {
    for (const key of this.#lists.keys())
      if (path === "" || key === path || key.startsWith(`${path}/`)) this.#lists.delete(key);
  }
}

/** A list of the service, read page by page when somebody wants more. */
export class PagedList<T> {
  readonly #first: FirstPage<T>;
  readonly #keyOf: (item: T) => unknown;
  /** The links that were followed: pages that go round in a circle have an end too. */
  readonly #followed = new Set<string>();
  #items: readonly T[] = [];
  /** The page that was read last; the next one is where it links to. */
  #last: WithMeta<readonly T[]> | undefined;
  #loading: Promise<number> | undefined;

  /** `keyOf` tells items apart: what moves from page to page meanwhile is there once. */
  constructor(first: FirstPage<T>, keyOf: (item: T) => unknown) {
    this.#first = first;
    this.#keyOf = keyOf;
  }

  /** What was read so far. */
  get items(): readonly T[] {
    return this.#items;
  }

  get isRead(): boolean {
    return this.#last !== undefined;
  }

  /** True while nothing was read. */
  get hasMore(): boolean {
    if (!this.#last) return true;
    const next = hasNextPage(this.#last);
    return next !== undefined && !this.#followed.has(next);
  }

  change(change: (items: readonly T[]) => readonly T[]): void {
    this.#items = change(this.#items);
  }

  /**
   * Reads one page more, if there is one; answers how many items it had that were not there before. Throws HttpError,
   * and then the pages before are still there.
   */
  more(client: Client): Promise<number> {
    if (!this.hasMore) return Promise.resolve(0);
    this.#loading ??= this.#page(client).finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Reads all that is left. Throws as `more`, and CancelledError; what was read until then is there. */
  async all(client: Client, signal: AbortSignal): Promise<void> {
    if (this.#loading) await this.#loading;
    if (!this.isRead) await this.more(client);
    if (!this.hasMore) return;
    this.#loading = this.#rest(client, signal).finally(() => (this.#loading = undefined));
    await this.#loading;
  }

  async #rest(client: Client, signal: AbortSignal): Promise<number> {
    let count = 0;
    for await (const page of client.linkedPages<T>(this.#last as WithMeta<readonly T[]>, {
      ...options,
      signal,
      ahead: true,
    }))
      count += this.#take(page);
    return count;
  }

  async #page(client: Client): Promise<number> {
    return this.#take(
      this.#last
        ? await client.linkedList<T>(this.#last, "next", options)
        : // The first step always gives a page or throws.
          ((await this.#first(client, options).next()).value as WithMeta<readonly T[]>),
    );
  }

  #take(page: WithMeta<readonly T[]>): number {
    const link = this.#last && hasNextPage(this.#last);
    if (link !== undefined) this.#followed.add(link);
    const known = new Set(this.#items.map(this.#keyOf));
    const fresh = page.filter((item) => !known.has(this.#keyOf(item)));
    this.#items = [...this.#items, ...fresh];
    this.#last = page;
    return fresh.length;
  }
}
