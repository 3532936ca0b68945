import type { Activity } from "./types.ts";

/** What of a feed was read: these events, and all before `floor` (milliseconds). */
export interface ReadMark {
  readonly floor: number;
  readonly keys: readonly string[];
}

/** Shared with the other windows: what it reads may have been written there. */
export interface MarkStorage {
  read(): Readonly<Record<string, ReadMark>>;
  write(marks: Readonly<Record<string, ReadMark>>): void;
}

/** The service keeps no more events of a feed. */
const maxKeys = 300;

const timeOf = ({ at }: Activity): number => at ?? 0;

/** Which events of each feed were read, over restarts and windows. An event that comes late is new all the same. */
export class ReadMarks {
  readonly #storage: MarkStorage;
  readonly #keys = new WeakMap<ReadMark, ReadonlySet<string>>();

  constructor(storage: MarkStorage) {
    this.#storage = storage;
  }

  has(feed: string): boolean {
    return this.#storage.read()[feed] !== undefined;
  }

  isRead(feed: string, activity: Activity): boolean {
    const mark = this.#storage.read()[feed];
    if (mark === undefined || timeOf(activity) < mark.floor) return true;
    let keys = this.#keys.get(mark);
    if (!keys) {
      keys = new Set(mark.keys);
      this.#keys.set(mark, keys);
    }
    return keys.has(activity.key);
  }

  /** Everything of the feed was read. */
  markAll(feed: string, activities: readonly Activity[]): void {
    const newest = activities.toSorted((left, right) => timeOf(right) - timeOf(left)).slice(0, maxKeys);
    const last = newest.at(-1);
    const former = this.#storage.read()[feed];
    // Of a feed that is empty everything that comes is new.
    const floor = last === undefined ? (former?.floor ?? 0) : timeOf(last);
    this.#set(feed, { floor, keys: newest.map(({ key }) => key) });
  }

  markOne(feed: string, { key }: Activity): void {
    const mark = this.#storage.read()[feed];
    if (mark && !mark.keys.includes(key))
      this.#set(feed, { ...mark, keys: [key, ...mark.keys].slice(0, 2 * maxKeys) });
  }

  /** Of the feeds whose name begins so. */
  forget(prefix: string): void {
    const all = this.#storage.read();
    const rest = Object.fromEntries(Object.entries(all).filter(([feed]) => !feed.startsWith(prefix)));
    if (Object.keys(rest).length === Object.keys(all).length) return;
    this.#storage.write(rest);
  }

  #set(feed: string, mark: ReadMark): void {
    this.#storage.write({ ...this.#storage.read(), [feed]: mark });
  }
}
