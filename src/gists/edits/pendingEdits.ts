import type { Clock } from "../../base/clock.ts";
import { Emitter } from "../../base/event.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { FilePlace } from "../types.ts";
import { decodeEdit, type EditContent, encodeEdit, type PendingEdit } from "./pendingEdit.ts";
import { digestOf, formatRecordName, idOf, newWriter, parseRecordName, type RecordName } from "./recordName.ts";

export const keyOf = ({ accountId, gistId, fileName }: FilePlace): string =>
  JSON.stringify([accountId, gistId, fileName]);

/** How long a window may publish a record without renewing its lease. Milliseconds. */
export const leaseMs = 120_000;

/** How often a record is removed that comes up again under another name. */
const maxRounds = 5;

/** A file of the folder that cannot be used: it was put aside under another name, or left as it is. */
export interface UnusableRecord {
  readonly name: string;
  readonly reason: "damaged" | "newer" | "unreadable";
}

interface Known {
  readonly edit: PendingEdit;
  readonly name: RecordName;
}

const inOrder = (a: Known, b: Known): number =>
  a.edit.since - b.edit.since ||
  keyOf(a.edit.place).localeCompare(keyOf(b.edit.place)) ||
  a.name.generation - b.name.generation ||
  a.name.writer.localeCompare(b.name.writer);

/**
 * The edits that the service does not have yet, in a folder that all windows share. Each saved text is a record of its
 * own, a file that is never changed: a later text of the same window supersedes it, one of another window stands beside
 * it. So no window removes what another has saved. The window that publishes a record renames it first (its lease): of
 * several windows one succeeds. The disk decides: an edit is there when its file is.
 */
export class PendingEdits {
  readonly #folder: StorageFolder;
  readonly #clock: Clock;
  readonly #writer = newWriter();
  readonly #known = new Map<string, Known>();
  readonly #reported = new Set<string>();
  readonly #changed = new Emitter<readonly FilePlace[]>();
  readonly #unusable = new Emitter<UnusableRecord>();
  readonly onDidChange = this.#changed.event;
  readonly onDidFindUnusable = this.#unusable.event;
  /** How often a record was begun or ended to be changed here: what was read since then may be older than that. */
  readonly #changes = new Map<string, number>();
  #generation = 0;
  #loaded: Promise<void> | undefined;
  /** A record had another name, or was gone, when it was to be read. */
  #wasMoved = false;

  constructor(folder: StorageFolder, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** In the order in which they are sent. */
  get all(): readonly PendingEdit[] {
    return this.#inOrder(() => true);
  }

  /** Those of one file, in the order in which they are sent; more than one when two windows saved it. */
  of(place: FilePlace): readonly PendingEdit[] {
    const key = keyOf(place);
    return this.#inOrder(({ edit }) => keyOf(edit.place) === key);
  }

  /** Reads the folder, once it succeeded. */
  load(): Promise<void> {
    this.#loaded ??= this.refresh().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** Reads the folder again: another window may have changed it. */
  async refresh(): Promise<void> {
    await this.#read(undefined);
  }

  /** The newest edit of the file, as it was known last. */
  known(place: FilePlace): PendingEdit | undefined {
    return this.of(place)
      .toSorted((a, b) => a.changed - b.changed)
      .at(-1);
  }

  /** The newest edit of the file, as it is on the disk now. */
  async get(place: FilePlace): Promise<PendingEdit | undefined> {
    await this.#read(await digestOf(keyOf(place)));
    return this.known(place);
  }

  /** The record as it is known. */
  record(id: string): PendingEdit | undefined {
    return this.#known.get(id)?.edit;
  }

  /** Stores an edit in place of the given records. Rejects when it cannot be stored; nothing is removed then. */
  async put(content: EditContent, supersedes: readonly string[] = []): Promise<PendingEdit> {
    const digest = await digestOf(keyOf(content.place));
    const generations = [...this.#known.values()].flatMap(({ name }) =>
      name.digest === digest ? [name.generation] : [],
    );
    // Never used twice, also when the record that had it is gone: other windows may still know that one.
    this.#generation = Math.max(this.#generation, ...generations) + 1;
    const name = { digest, generation: this.#generation, writer: this.#writer };
    const { supersedes: _supersedes, ...rest } = content as PendingEdit;
    const edit = { ...rest, id: idOf(name), ...(supersedes.length > 0 ? { supersedes } : {}) };
    // Known before it is on the disk: of two edits that are stored at the same time, each has a generation of its own.
    this.#known.set(edit.id, { edit, name });
    try {
      await this.#changing(edit.id, () => this.#folder.write(formatRecordName(name), encodeEdit(edit)));
    } catch (error) {
      this.#known.delete(edit.id);
      throw error;
    }
    // If this fails, the record that supersedes them tells the next reader.
    for (const id of supersedes) await this.#removeFile(id).catch(() => undefined);
    this.#changed.fire([edit.place]);
    return edit;
  }

  async remove(id: string): Promise<void> {
    const place = this.#known.get(id)?.edit.place;
    await this.#removeFile(id);
    if (place) this.#changed.fire([place]);
  }

  /** Whether this window may publish the record from now on: no other one does, and the record is still there. */
  async claim(id: string): Promise<boolean> {
    const known = this.#known.get(id);
    if (!known || this.isLeasedElsewhere(id)) return false;
    const lease = { owner: this.#writer, until: this.#clock.now() + leaseMs };
    return this.#rename(id, { ...known.name, lease });
  }

  /** Whether another window publishes the record now. */
  isLeasedElsewhere(id: string): boolean {
    const lease = this.#known.get(id)?.name.lease;
    const now = this.#clock.now();
    // One that ends later than any lease began on a clock that was wrong.
    return (
      lease !== undefined && lease.owner !== this.#writer && lease.until > now && lease.until <= now + 2 * leaseMs
    );
  }

  /** Others may publish the record. Nothing when it is gone. */
  async release(id: string): Promise<void> {
    const known = this.#known.get(id);
    if (known?.name.lease?.owner !== this.#writer) return;
    const { lease: _lease, ...name } = known.name;
    await this.#rename(id, name);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#unusable.dispose();
  }

  #inOrder(isMeant: (known: Known) => boolean): readonly PendingEdit[] {
    return [...this.#known.values()]
      .filter(isMeant)
      .toSorted(inOrder)
      .map(({ edit }) => edit);
  }

  async #rename(id: string, to: RecordName): Promise<boolean> {
    const known = this.#known.get(id);
    if (!known) return false;
    return this.#changing(id, async () => {
      const isMine = await this.#folder.rename(formatRecordName(known.name), formatRecordName(to));
      if (isMine) this.#known.set(id, { ...known, name: to });
      else this.#known.delete(id);
      return isMine;
    });
  }

  async #removeFile(id: string): Promise<void> {
    await this.#changing(id, async () => {
      const known = this.#known.get(id);
      const namesOf = async (): Promise<readonly string[]> =>
        (await this.#folder.list()).filter((name) => {
          const parsed = parseRecordName(name);
          return parsed !== undefined && idOf(parsed) === id;
        });
      // Another window may rename it between the list and the removal.
      for (let round = 0; round < maxRounds; round++) {
        const names = await namesOf();
        if (names.length === 0) break;
        for (const name of names) await this.#folder.remove(name);
      }
      if (this.#known.get(id) === known) this.#known.delete(id);
    });
  }

  /** Reads all records, or those of one digest. */
  async #read(digest: string | undefined): Promise<void> {
    const before = new Map(this.#changes);
    const found = new Map<string, Known>();
    const unreadable = new Set<string>();
    const isMeant = ({ name }: { readonly name: RecordName }): boolean =>
      digest === undefined || name.digest === digest;
    const take = async (): Promise<void> => {
      for (const file of await this.#folder.list()) {
        const name = parseRecordName(file);
        if (!name || !isMeant({ name })) continue;
        const id = idOf(name);
        if (found.has(id)) continue;
        // A record is never changed: what was read once is true as long as the file is there.
        const edit = this.#known.get(id)?.edit ?? (await this.#readRecord(id, file));
        if (edit === "unreadable") unreadable.add(id);
        else if (edit) found.set(id, { edit, name });
      }
    };
    await take();
    const isMissing = ([id, known]: readonly [string, Known]): boolean => isMeant(known) && !found.has(id);
    // Another window may have renamed a record while the names were read: it is not gone then.
    if ([...this.#known].some(isMissing) || this.#wasMoved) {
      this.#wasMoved = false;
      await take();
    }
    // All of them first: one that is superseded may supersede others.
    const superseded = new Set([...found.values()].flatMap(({ edit }) => edit.supersedes ?? []));
    for (const id of superseded) if (found.delete(id)) await this.#removeFile(id).catch(() => undefined);
    const places = new Map<string, FilePlace>();
    for (const [id, known] of new Map([...[...this.#known].filter(([, each]) => isMeant(each)), ...found])) {
      if (this.#changes.get(id) !== before.get(id) || unreadable.has(id)) continue;
      const next = found.get(id);
      if ((next === undefined) !== !this.#known.has(id)) places.set(keyOf(known.edit.place), known.edit.place);
      if (next) this.#known.set(id, next);
      else this.#known.delete(id);
    }
    if (places.size > 0) this.#changed.fire([...places.values()]);
  }

  /** Undefined for a record that is gone, or that cannot be used by this version. */
  async #readRecord(id: string, file: string): Promise<PendingEdit | "unreadable" | undefined> {
    let text: string | undefined;
    try {
      text = await this.#folder.read(file);
    } catch {
      this.#report({ name: file, reason: "unreadable" });
      return "unreadable";
    }
    if (text === undefined) {
      this.#wasMoved = true;
      return undefined;
    }
    const edit = decodeEdit(id, text);
    if (typeof edit !== "string") return edit;
    if (edit === "newer") this.#report({ name: file, reason: edit });
    // Put aside, so that it is not read at each start, and nothing of it is lost.
    else if (await this.#folder.rename(file, `${file}.damaged`).catch(() => false))
      this.#report({ name: `${file}.damaged`, reason: edit });
    return undefined;
  }

  #report(record: UnusableRecord): void {
    if (this.#reported.has(record.name)) return;
    this.#reported.add(record.name);
    this.#unusable.fire(record);
  }

  async #changing<T>(id: string, change: () => Promise<T>): Promise<T> {
    const count = (): void => void this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1);
    count();
    try {
      return await change();
    } finally {
      count();
    }
  }
}
