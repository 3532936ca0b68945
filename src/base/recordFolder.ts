import { BoundedMap } from "./boundedMap.ts";
import type { Clock } from "./clock.ts";
import type { Disposable } from "./disposable.ts";
import { Emitter } from "./event.ts";
import { digestOf, formatRecordName, idOf, newWriter, parseRecordName, type RecordName } from "./recordName.ts";
import type { RecordContent, RecordFormat, Stored } from "./record.ts";
import type { StorageFolder } from "./storageFolder.ts";

/** How long a window may publish a record without renewing its lease. Milliseconds. */
export const leaseMs = 120_000;

/** How long until the folder is read again while another window publishes something. Milliseconds. */
const lookAgainMs = 5000;

/** How often a record is looked for that another window renames at the same time. */
const maxRounds = 5;

/** Of how many records changes are counted. */
const maxChanges = 1000;

/** A file of the folder that cannot be used: it was put aside under another name, or left as it is. */
export interface UnusableRecord {
  readonly name: string;
  readonly reason: "damaged" | "newer" | "unreadable";
}

interface Known<Content> {
  readonly record: Stored<Content>;
  readonly name: RecordName;
}

export interface PutOptions {
  /** As after `claim`. */
  readonly isLeased?: boolean;
  /** With `isLeased`: shown only if this window ends before it is removed or superseded. */
  readonly isHidden?: boolean;
}

/**
 * The texts that the service does not have yet, in a folder that all windows share. Each saved text is a record of its
 * own, a file that is never changed: a later text of the same window supersedes it, one of another window is a second
 * record. So no window removes what another has saved. The window that publishes a record renames it first (its lease): of
 * several windows one succeeds. A record exists as long as its file does.
 */
export class RecordFolder<Place, Content extends RecordContent<Place>> {
  readonly #folder: StorageFolder;
  readonly #clock: Clock;
  readonly #format: RecordFormat<Place, Content>;
  readonly #writer = newWriter();
  readonly #known = new Map<string, Known<Content>>();
  /** The ids of the known records that are not shown. */
  readonly #hidden = new Set<string>();
  /** The ids of records that this window supersedes now. */
  readonly #outdated = new Set<string>();
  /** The ids of records that are superseded or sent, and that could not be removed yet. */
  readonly #obsolete = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #changed = new Emitter<readonly Place[]>();
  readonly #unusable = new Emitter<UnusableRecord>();
  readonly onDidChange = this.#changed.event;
  readonly onDidFindUnusable = this.#unusable.event;
  /** By record, a number that grows when a change of it begins and ends here: what was read in between may be outdated. */
  readonly #changes = new BoundedMap<number>(maxChanges);
  /** By record, how many changes of it are under way here. */
  readonly #changing = new Map<string, number>();
  #generation = 0;
  #loaded: Promise<void> | undefined;
  /** How often a record was renamed or removed between listing the folder and reading it. */
  #moves = 0;
  #nextLook: Disposable | undefined;
  #isDisposed = false;

  constructor(folder: StorageFolder, clock: Clock, format: RecordFormat<Place, Content>) {
    this.#folder = folder;
    this.#clock = clock;
    this.#format = format;
  }

  /** In the order in which they are sent. */
  get all(): readonly Stored<Content>[] {
    return this.#inOrder(() => true);
  }

  /** Those of one place, in the order in which they are sent; more than one when two windows saved it. */
  of(place: Place): readonly Stored<Content>[] {
    const key = this.#format.keyOf(place);
    return this.#inOrder(({ record }) => this.#format.keyOf(record.place) === key);
  }

  /** Reads the folder if that has not succeeded yet. */
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

  /** The newest record of the place, as it was known last. */
  known(place: Place): Stored<Content> | undefined {
    return this.of(place)
      .toSorted((a, b) => a.changed - b.changed)
      .at(-1);
  }

  /** The newest record of the place, as it is on the disk now. */
  async get(place: Place): Promise<Stored<Content> | undefined> {
    await this.#read(await digestOf(this.#format.keyOf(place)));
    return this.known(place);
  }

  /** The record as it is known. */
  record(id: string): Stored<Content> | undefined {
    return this.#known.get(id)?.record;
  }

  /** Whether this window has stored it, not another one. */
  isOwn(id: string): boolean {
    return this.#known.get(id)?.name.writer === this.#writer;
  }

  isHidden(id: string): boolean {
    return this.#hidden.has(id) || this.#outdated.has(id);
  }

  /** All records, also those that are not shown. */
  protected get records(): readonly Stored<Content>[] {
    return [...this.#known.values()].map(({ record }) => record);
  }

  /** Stores a record in place of the given records. Rejects when it cannot be stored; nothing is removed then. */
  async put(
    content: Content,
    supersedes: readonly string[] = [],
    { isLeased = false, isHidden = false }: PutOptions = {},
  ): Promise<Stored<Content>> {
    const digest = await digestOf(this.#format.keyOf(content.place));
    const generations = [...this.#known.values()].flatMap(({ name }) =>
      name.digest === digest ? [name.generation] : [],
    );
    // Never used twice, also when the record that had it is gone: other windows may still know that one.
    this.#generation = Math.max(this.#generation, ...generations) + 1;
    const id = { digest, generation: this.#generation, writer: this.#writer };
    const name = isLeased ? { ...id, lease: this.#newLease() } : id;
    const { supersedes: _supersedes, isHidden: _isHidden, ...rest } = content as Stored<Content>;
    const record = {
      ...(rest as Content),
      id: idOf(name),
      ...(supersedes.length > 0 ? { supersedes } : {}),
      ...(isHidden ? { isHidden } : {}),
    };
    // Known before it is on the disk: of two records that are stored at the same time, each has a generation of its own.
    this.#known.set(record.id, { record, name });
    if (isHidden) this.#hidden.add(record.id);
    // Until what it supersedes is removed, one of them is shown: the new one, unless that is hidden itself.
    const outdated = isHidden ? [] : supersedes.filter((each) => this.#known.has(each) && !this.isHidden(each));
    for (const each of outdated) this.#outdated.add(each);
    try {
      await this.#change(record.id, () => this.#folder.write(formatRecordName(name), this.#format.encode(record)));
    } catch (error) {
      this.#forget(record.id);
      for (const each of outdated) this.#outdated.delete(each);
      if (outdated.length > 0) this.#changed.fire([record.place]);
      throw error;
    }
    for (const id of supersedes) await this.#removeOrHide(id);
    if (!isHidden) this.#changed.fire([record.place]);
    return record;
  }

  async remove(id: string): Promise<void> {
    const known = this.#known.get(id);
    const isShown = !this.isHidden(id);
    await this.#removeFile(id);
    if (known && isShown) this.#changed.fire([known.record.place]);
  }

  /** Removes a record that the service has now: one that can't be removed yet isn't shown any longer. */
  async removeSent(id: string): Promise<void> {
    const place = this.record(id)?.place;
    const wasShown = !this.isHidden(id);
    await this.#removeOrHide(id);
    if (place && wasShown) this.#changed.fire([place]);
  }

  /**
   * Whether this window may publish the record from now on: no other one does, and the record is still there. `takesOver`
   * when the one that did was this one, before it was reloaded.
   */
  async claim(id: string, takesOver = false): Promise<boolean> {
    const known = this.#known.get(id);
    if (!known || (!takesOver && this.isLeasedElsewhere(id))) return false;
    return this.#rename(id, { ...known.name, lease: this.#newLease() });
  }

  /** Whether another window publishes the record now. */
  isLeasedElsewhere(id: string): boolean {
    const lease = this.#known.get(id)?.name.lease;
    const now = this.#clock.now();
    // A lease that ends later than any can was written while a clock was wrong: it does not count.
    return (
      lease !== undefined && lease.owner !== this.#writer && lease.until > now && lease.until <= now + 2 * leaseMs
    );
  }

  /** Others may publish the record, and all show it. Nothing when it is gone. */
  async release(id: string): Promise<void> {
    const known = this.#known.get(id);
    if (known?.name.lease?.owner !== this.#writer) return;
    const { lease: _lease, ...name } = known.name;
    if ((await this.#rename(id, name)) && this.#hidden.delete(id)) this.#changed.fire([known.record.place]);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#nextLook?.dispose();
    this.#changed.dispose();
    this.#unusable.dispose();
  }

  #newLease(): NonNullable<RecordName["lease"]> {
    return { owner: this.#writer, until: this.#clock.now() + leaseMs };
  }

  #inOrder(isMeant: (known: Known<Content>) => boolean): readonly Stored<Content>[] {
    return [...this.#known.values()]
      .filter((known) => !this.isHidden(known.record.id) && isMeant(known))
      .toSorted(
        (a, b) =>
          a.record.since - b.record.since ||
          this.#format.keyOf(a.record.place).localeCompare(this.#format.keyOf(b.record.place)) ||
          a.name.generation - b.name.generation ||
          a.name.writer.localeCompare(b.name.writer),
      )
      .map(({ record }) => record);
  }

  async #rename(id: string, to: RecordName): Promise<boolean> {
    const known = this.#known.get(id);
    if (!known) return false;
    return this.#change(id, async () => {
      const isMine = await this.#folder.rename(formatRecordName(known.name), formatRecordName(to));
      if (isMine) this.#known.set(id, { ...known, name: to });
      else this.#forget(id);
      return isMine;
    });
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#hidden.delete(id);
    this.#outdated.delete(id);
  }

  async #removeOrHide(id: string): Promise<void> {
    try {
      await this.#removeFile(id);
    } catch {
      this.#obsolete.add(id);
      this.#hidden.add(id);
      this.#lookAgain();
    }
  }

  async #removeFile(id: string): Promise<void> {
    await this.#change(id, async () => {
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
      this.#obsolete.delete(id);
      // Also when a concurrent reading has found it: an id is never used again.
      this.#forget(id);
    });
  }

  /** Reads all records, or those of one digest. */
  async #read(digest: string | undefined): Promise<void> {
    const before = new Map(this.#changes);
    const found = new Map<string, Known<Content>>();
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
        const known = this.#known.get(id);
        const record = known?.record ?? (await this.#readRecord(id, file));
        if (record === "unreadable") unreadable.add(id);
        else if (record) found.set(id, { ...known, record, name });
      }
    };
    let moves = this.#moves;
    await take();
    const isMissing = ([id, known]: readonly [string, Known<Content>]): boolean =>
      isMeant(known) && !found.has(id);
    // Another window may have renamed a record while the names were read: it is not gone then.
    let isUnsure = [...this.#known].some(isMissing);
    for (let round = 1; (isUnsure || this.#moves !== moves) && round < maxRounds; round++) {
      isUnsure = false;
      moves = this.#moves;
      await take();
    }
    // All of them first: one that is superseded may supersede others.
    const superseded = new Set([...found.values()].flatMap(({ record }) => record.supersedes ?? []));
    for (const id of this.#obsolete) superseded.add(id);
    for (const id of superseded) if (found.delete(id)) await this.#removeOrHide(id);
    const places = new Map<string, Place>();
    for (const [id, known] of new Map([...[...this.#known].filter(([, each]) => isMeant(each)), ...found])) {
      if (this.#changes.get(id) !== before.get(id) || this.#changing.has(id) || unreadable.has(id)) continue;
      const next = found.get(id);
      const wasShown = this.#known.has(id) && !this.isHidden(id);
      if (next) this.#known.set(id, next);
      else this.#forget(id);
      if (next?.record.isHidden === true) this.#decideHidden(id, next.name);
      if ((next !== undefined && !this.isHidden(id)) !== wasShown)
        places.set(this.#format.keyOf(known.record.place), known.record.place);
    }
    if (this.#obsolete.size > 0 || [...this.#known.keys()].some((id) => this.isLeasedElsewhere(id)))
      this.#lookAgain();
    if (places.size > 0) this.#changed.fire([...places.values()]);
  }

  /** For a record that is hidden as long as it is being sent. This window knows what it has hidden itself. */
  #decideHidden(id: string, { lease }: RecordName): void {
    if (lease?.owner === this.#writer) return;
    if (this.isLeasedElsewhere(id)) this.#hidden.add(id);
    else this.#hidden.delete(id);
  }

  /** No window says when it has published something, nor when it ends. What could not be removed is removed then, too. */
  #lookAgain(): void {
    if (this.#isDisposed || this.#nextLook) return;
    this.#nextLook = this.#clock.setTimer(lookAgainMs, () => {
      this.#nextLook = undefined;
      this.refresh().catch(() => this.#lookAgain());
    });
  }

  /** Undefined for a record that is gone, or that cannot be used by this version. */
  async #readRecord(id: string, file: string): Promise<Stored<Content> | "unreadable" | undefined> {
    let text: string | undefined;
    try {
      text = await this.#folder.read(file);
    } catch {
      this.#report({ name: file, reason: "unreadable" });
      return "unreadable";
    }
    if (text === undefined) {
      this.#moves++;
      return undefined;
    }
    const record = this.#format.decode(id, text);
    if (typeof record !== "string") return record;
    if (record === "newer") this.#report({ name: file, reason: record });
    // Put aside, so that it is not read at each start, and nothing of it is lost.
    else if (await this.#folder.rename(file, `${file}.damaged`).catch(() => false))
      this.#report({ name: `${file}.damaged`, reason: record });
    return undefined;
  }

  #report(record: UnusableRecord): void {
    if (this.#reported.has(record.name)) return;
    this.#reported.add(record.name);
    this.#unusable.fire(record);
  }

  async #change<T>(id: string, change: () => Promise<T>): Promise<T> {
    const count = (): void => void this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1);
    count();
    this.#changing.set(id, (this.#changing.get(id) ?? 0) + 1);
    try {
      return await change();
    } finally {
      count();
      const others = (this.#changing.get(id) ?? 1) - 1;
      if (others > 0) this.#changing.set(id, others);
      else this.#changing.delete(id);
    }
  }
}
