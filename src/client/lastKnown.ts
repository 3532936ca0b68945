import { BoundedMap } from "../base/boundedMap.ts";
import type { Client } from "./client.ts";
import { isPassing } from "./errors.ts";
import type { Staleness } from "./pagedList.ts";

/** What was read last. */
export interface LastRead<T> {
  readonly value: T;
  /** Undefined when it could be read now. */
  readonly staleness?: Staleness;
}

/** What was read of each thing stays where it can't be read again. A key is a path, such as `account/owner/repo`. */
export class LastKnown<T> {
  readonly #known: BoundedMap<{ readonly client: Client; readonly value: T; readonly readAt: number }>;
  readonly #now: () => number;

  constructor(maxEntries: number, now: () => number = () => Date.now()) {
    this.#known = new BoundedMap(maxEntries);
    this.#now = now;
  }

  /** What this client read. */
  get(key: string, client: Client): T | undefined {
    const known = this.#known.get(key);
    return known?.client === client ? known.value : undefined;
  }

  set(key: string, client: Client, value: T): void {
    this.#known.set(key, { client, value, readAt: this.#now() });
  }

  /** What `read` answers, or what was set before where the service may answer later. Throws as `read`. */
  async read(key: string, client: Client, read: () => Promise<T>): Promise<LastRead<T>> {
    try {
      return { value: await read() };
    } catch (error) {
      const known = this.#known.get(key);
      // Another client is another sign-in: what the former one read is not shown.
      if (known?.client === client && isPassing(error))
        return { value: known.value, staleness: { readAt: known.readAt, error } };
      this.#known.delete(key);
      throw error;
    }
  }

  /** Changes what was read of this key, if there is something. */
  change(key: string, change: (value: T) => T): void {
    const known = this.#known.get(key);
    if (known) this.#known.set(key, { ...known, value: change(known.value) });
  }

  /** Nothing is known any longer whose key begins so. */
  forget(start: string): void {
    for (const key of this.#known.keys()) if (key.startsWith(start)) this.#known.delete(key);
  }
}
