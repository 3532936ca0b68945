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

  async #page(client: Client): Promise<number> {
    const link = this.#last && hasNextPage(this.#last);
    const page = this.#last
      ? await client.linkedList<T>(this.#last, "next", options)
      : // The first step always gives a page or throws.
        ((await this.#first(client, options).next()).value as WithMeta<readonly T[]>);
    if (link !== undefined) this.#followed.add(link);
    const known = new Set(this.#items.map(this.#keyOf));
    const fresh = page.filter((item) => !known.has(this.#keyOf(item)));
    this.#items = [...this.#items, ...fresh];
    this.#last = page;
    return fresh.length;
  }
}
