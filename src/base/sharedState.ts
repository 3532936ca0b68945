import { BoundedMap } from "./boundedMap.ts";
import { type Clock, systemClock } from "./clock.ts";
import { Emitter } from "./event.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { newWriter } from "./recordName.ts";
import { shortDigest } from "./shortDigest.ts";
import {
  decode,
  encode,
  type Entries,
  entriesOf,
  type Entry,
  isRecord,
  join,
  type StateFile,
} from "./stateEntries.ts";
import type { StorageFolder } from "./storageFolder.ts";

interface Collection {
  /** What this window wrote, and what it took over from files of windows that are closed. */
  readonly mine: Entries;
  /** What is known of all windows. */
  readonly all: Entries;
  /** What `get` answers, until something changes. */
  shown?: { readonly value: unknown };
  writing?: Promise<void> | undefined;
  /** Whether `mine` has something that is not stored: a write of it is to come, or has failed. */
  isDirty: boolean;
}

/** How long a file was not written before another window takes it over. Milliseconds. */
const minClaimAgeMs = 3_600_000;
/** How long a removal is remembered, so that an older value from another window does not bring it back. Milliseconds. */
const maxRemovalAgeMs = 30 * 86_400_000;
/** With more files than this, those of closed windows are joined when the state is loaded. */
const maxFiles = 3;
/** How often the files are read again when another window moved one of them. */
const maxRounds = 5;
/** The key of a value that is not a record. */
const whole = "";
/** The collection that says of which accounts everything up to a time was removed, by digest of the account's id. */
const forgotten = "forgotten";

const pattern = /^([A-Za-z]+)\.([0-9a-f]{8})\.json$/;
/**
 * Small values that outlive the window, shared by all windows. VS Code's own global state is written whole by each
 * window, from what that window knows: it loses what others wrote. Here each window writes files of its own, one for
 * each collection, and reads those of all; of one entry the newest value counts. A collection is a record, whose
 * properties are its entries, or a single value.
 */
export class SharedState {
  readonly #folder: StorageFolder;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #writer = newWriter();
  readonly #collections = new Map<string, Collection>();
  readonly #digests = new BoundedMap<string>(1000);
  readonly #changed = new Emitter<readonly string[]>();
  readonly #written = new Emitter<string>();
  /** The collection that this window wrote. */
  readonly onDidWrite = this.#written.event;
  /** The collections that another window or computer changed. */
  readonly onDidChange = this.#changed.event;

  constructor(folder: StorageFolder, onError: (error: unknown) => void, clock: Clock = systemClock) {
    this.#folder = folder;
    this.#onError = onError;
    this.#clock = clock;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#written.dispose();
  }

  /** A record has its entries in the order in which they were first written or read. */
  get<T>(name: string): T | undefined {
    const collection = this.#of(name);
    if (!collection.shown) {
      const present = [...collection.all].filter(([, { value }]) => value !== undefined);
      const single = collection.all.get(whole)?.value;
      const record = (): unknown =>
        present.length === 0 ? undefined : Object.fromEntries(present.map(([key, { value }]) => [key, value]));
      collection.shown = { value: single ?? record() };
    }
    return collection.shown.value as T | undefined;
  }

  /** Writes the entries that differ from what `get` answers. Rejects when they cannot be stored. */
  update(name: string, value: unknown): Promise<void> {
    const { mine, all, isDirty, writing } = this.#of(name);
    const next = new Map<string, unknown>(
      isRecord(value)
        ? Object.entries(value).filter(([, each]) => each !== undefined)
        : value === undefined
          ? []
          : [[whole, value]],
    );
    const put = (key: string, entry: unknown): void => {
      const known = all.get(key);
      const forgottenAt = this.#forgottenAt(key, entry ?? known?.value);
      // Every window forgets it: a removal would only keep the account's id.
      if (entry === undefined && known && known.at <= forgottenAt) {
        mine.delete(key);
        all.delete(key);
        return;
      }
      // Later than what is known, whatever the clock says.
      const at = Math.max(this.#clock.now(), (known?.at ?? 0) + 1, forgottenAt + 1);
      const written = entry === undefined ? { at } : { at, value: entry };
      mine.set(key, written);
      all.set(key, written);
    };
    let isChanged = false;
    for (const [key, { value: former }] of all)
      if (former !== undefined && !next.has(key)) {
        put(key, undefined);
        isChanged = true;
      }
    for (const [key, entry] of next)
      if (JSON.stringify(all.get(key)?.value) !== JSON.stringify(entry)) {
        put(key, structuredClone(entry));
        isChanged = true;
      }
    // The same value again is stored where a former write has failed, and no sooner than one that is still going on.
    return isChanged || isDirty ? this.#write(name) : (writing ?? Promise.resolve());
  }

  /** What is known of a collection, with its removals: for a copy elsewhere, to `join` it again. */
  entries(name: string): Readonly<Record<string, Entry>> {
    return Object.fromEntries(this.#of(name).all);
  }

  /** Takes over what is newer in a copy of `entries`; what is not an entry is left out. */
  async join(name: string, copy: unknown): Promise<void> {
    const { mine, all, isDirty } = this.#of(name);
    const entries = entriesOf(copy).filter(([key, { at, value }]) => at > this.#forgottenAt(key, value));
    const isChanged = join(all, entries);
    if (!isChanged && !isDirty) return;
    for (const [key] of entries) {
      const entry = all.get(key);
      if (entry) mine.set(key, entry);
    }
    await this.#write(name);
    if (isChanged) this.#changed.fire([name]);
  }

  /** Takes over what version 0.1 had in VS Code's global state, as far as nothing newer is known. */
  async adopt(name: string, value: unknown): Promise<void> {
    const record = isRecord(value) ? value : { [whole]: value };
    const { mine, all } = this.#of(name);
    for (const [key, each] of Object.entries(record))
      if (!all.has(key)) {
        mine.set(key, { at: 1, value: each });
        all.set(key, { at: 1, value: each });
      }
    await this.#write(name);
  }

  /** Reads what all windows wrote, and tidies up what closed ones left. */
  async load(): Promise<void> {
    await this.refresh();
    const files = (await this.#folder.list()).flatMap((file) => pattern.exec(file) ?? []);
    const names = new Set(files.filter((_, index) => index % 3 === 1));
    for (const name of names)
      if (files.filter((part) => part === name).length > maxFiles)
        await this.#claim(name, ({ at }) => at < this.#clock.now() - minClaimAgeMs);
  }

  /** Reads what other windows wrote. Entries are never lost by that. */
  async refresh(): Promise<void> {
    const changed = await this.#readOthers(() => true);
    for (const name of this.#dropForgotten()) changed.add(name);
    if (changed.size > 0) this.#changed.fire([...changed]);
  }

  /**
   * When the account was forgotten on this computer, in the last weeks; 0 when it was not. Milliseconds since
   * 1970-01-01T00:00:00Z.
   */
  forgottenAt(accountId: string): number {
    return this.#forgottenAt(accountId, undefined);
  }

  /** Removes the entries of an account from the disk, also those that closed windows wrote. Later entries stay. */
  async forget(accountId: string): Promise<void> {
    const { mine, all } = this.#of(forgotten);
    const key = shortDigest(accountId);
    const mark = { at: Math.max(this.#clock.now(), all.get(key)?.at ?? 0) };
    mine.set(key, mark);
    all.set(key, mark);
    // First: a window that is still open reads it before it writes what it has.
    await this.#write(forgotten);
    await this.refresh();
    for (const name of this.#collections.keys()) {
      await this.#claim(name, () => true);
      await this.#forgetInNewer(name, accountId);
      this.#dropForgotten();
      await this.#write(name);
    }
  }

  /** When the account of an entry was forgotten; 0 when it was not. */
  #forgottenAt(key: string, value: unknown): number {
    const { all } = this.#of(forgotten);
    if (all.size === 0) return 0;
    const timeOf = (id: unknown): number => {
      if (typeof id !== "string") return 0;
      const digest = this.#digests.get(id) ?? shortDigest(id);
      this.#digests.set(id, digest);
      return all.get(digest)?.at ?? 0;
    };
    return Math.max(timeOf(key.split("/", 1)[0]), timeOf(fieldsOf(value)["accountId"]));
  }

  /** Answers the names of the collections that had something of it. */
  #dropForgotten(): readonly string[] {
    const dropped: string[] = [];
    for (const [name, collection] of this.#collections) {
      if (name === forgotten) continue;
      let isChanged = false;
      for (const entries of [collection.mine, collection.all])
        for (const [key, { at, value }] of entries)
          if (at <= this.#forgottenAt(key, value)) isChanged = entries.delete(key);
      if (!isChanged) continue;
      delete collection.shown;
      dropped.push(name);
    }
    return dropped;
  }

  /** Reads what other windows have forgotten since: this one doesn't write it back. */
  async #readForgotten(): Promise<void> {
    const changed = await this.#readOthers((name) => name === forgotten);
    if (changed.size > 0) this.#changed.fire([forgotten, ...this.#dropForgotten()]);
  }

  /**
   * Joins what other windows wrote; answers the collections that are changed by it. A file that is renamed or removed
   * between listing and reading was taken over, and its entries are in another file: then all are read again.
   */
  async #readOthers(isMeant: (name: string) => boolean): Promise<Set<string>> {
    const changed = new Set<string>();
    let isComplete = false;
    for (let round = 0; !isComplete && round < maxRounds; round++) {
      isComplete = true;
      for (const file of await this.#folder.list()) {
        const [, name = "", writer] = pattern.exec(file) ?? [];
        if (writer === undefined || writer === this.#writer || !isMeant(name)) continue;
        const read = await this.#readFile(file);
        if (read?.isGone) isComplete = false;
        const collection = this.#of(name);
        if (!read || !join(collection.all, read.entries)) continue;
        delete collection.shown;
        changed.add(name);
      }
    }
    return changed;
  }

  #of(name: string): Collection {
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = { mine: new Map(), all: new Map(), isDirty: false };
      this.#collections.set(name, collection);
    }
    return collection;
  }

  /** Undefined for a file that cannot be read or understood. */
  async #readFile(file: string): Promise<StateFile | undefined> {
    try {
      const text = await this.#folder.read(file);
      if (text === undefined) return { entries: [], isNewer: false, isGone: true };
      const read = decode(text);
      if (!read) {
        await this.#folder.rename(file, `${file}.damaged`);
        this.#onError(new Error(`${file} is damaged.`));
      }
      return read;
    } catch (error) {
      this.#onError(error);
      return undefined;
    }
  }

  /** Takes over files of other windows. One that is still open writes its own again. */
  async #claim(name: string, isClaimed: (entry: Entry) => boolean): Promise<void> {
    const { mine, all } = this.#of(name);
    const claimed: string[] = [];
    for (const file of await this.#folder.list()) {
      const [, of, writer] = pattern.exec(file) ?? [];
      if (of !== name || writer === this.#writer) continue;
      const found = await this.#readFile(file);
      if (!found || found.isGone || found.isNewer || !found.entries.every(([, entry]) => isClaimed(entry)))
        continue;
      // Renamed first: what its window writes from now on is in a file of its own.
      const own = `${name}.${newWriter()}.json`;
      if (!(await this.#folder.rename(file, own))) continue;
      const read = await this.#readFile(own);
      if (!read || read.isGone) continue;
      join(all, read.entries);
      for (const [key] of read.entries) {
        const entry = all.get(key);
        if (entry) mine.set(key, entry);
      }
      claimed.push(own);
    }
    if (claimed.length === 0) return;
    for (const [key, { at, value }] of mine)
      if (value === undefined && at < this.#clock.now() - maxRemovalAgeMs) mine.delete(key);
    await this.#write(name);
    for (const file of claimed) await this.#folder.remove(file);
  }

  /** Takes an account's entries out of what a newer version wrote, and leaves the rest as it is. */
  async #forgetInNewer(name: string, accountId: string): Promise<void> {
    for (const file of await this.#folder.list()) {
      const [, of, writer] = pattern.exec(file) ?? [];
      if (of !== name || name === forgotten || writer === this.#writer) continue;
      if (!(await this.#readFile(file))?.isNewer) continue;
      const data = fieldsOf(JSON.parse((await this.#folder.read(file)) ?? "{}"));
      const { entries } = data;
      if (!isRecord(entries)) continue;
      const rest = Object.entries(entries).filter(
        ([key, entry]) =>
          key.split("/", 1)[0] !== accountId && fieldsOf(fieldsOf(entry)["value"])["accountId"] !== accountId,
      );
      if (rest.length < Object.keys(entries).length)
        await this.#folder.write(file, JSON.stringify({ ...data, entries: Object.fromEntries(rest) }));
    }
  }

  /** One write at a time; what changes during one is in the next. */
  #write(name: string): Promise<void> {
    const collection = this.#of(name);
    delete collection.shown;
    collection.isDirty = true;
    const write = async (): Promise<void> => {
      try {
        while (collection.isDirty) {
          collection.isDirty = false;
          if (name !== forgotten) await this.#readForgotten();
          const file = `${name}.${this.#writer}.json`;
          if (collection.mine.size === 0) await this.#folder.remove(file);
          else await this.#folder.write(file, encode(collection.mine));
        }
      } catch (error) {
        collection.isDirty = true;
        throw error;
      } finally {
        // At once: what is changed from now on needs a write of its own.
        collection.writing = undefined;
      }
      this.#written.fire(name);
    };
    collection.writing ??= write();
    return collection.writing;
  }
}
