import type { RawResponse } from "./errors.ts";

interface CacheLimits {
  /** Characters of all bodies together, without headers and keys. */
  readonly size?: number;
  readonly entries?: number;
}

/**
 * Answers by request, so that an unchanged one costs no quota (304). When it is full, those that were not used for longest
 * are dropped. An answer larger than a quarter of the size is not stored.
 */
export class ResponseCache {
  readonly #entries = new Map<string, RawResponse>();
  readonly #limits: Required<CacheLimits>;
  #size = 0;

  constructor({ size = 20_000_000, entries = 2000 }: CacheLimits = {}) {
    this.#limits = { size, entries };
  }

  get(key: string): RawResponse | undefined {
    const found = this.#entries.get(key);
    if (found) {
      this.#entries.delete(key);
      this.#entries.set(key, found);
    }
    return found;
  }

  set(key: string, response: RawResponse): void {
    this.#drop(key);
    if (response.body.length > this.#limits.size / 4) return;
    this.#entries.set(key, response);
    this.#size += response.body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limits.size && this.#entries.size <= this.#limits.entries) break;
      this.#drop(oldest);
    }
  }

  /** Of no use to the caller: with its ETag, the service would only confirm it. */
  discard({ body }: RawResponse): void {
    for (const [key, known] of this.#entries) if (known.body === body) this.#drop(key);
  }

  #drop(key: string): void {
    const found = this.#entries.get(key);
    if (!found) return;
    this.#size -= found.body.length;
    this.#entries.delete(key);
  }
}
