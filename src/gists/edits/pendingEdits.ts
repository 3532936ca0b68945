import { Emitter } from "../../base/event.ts";
import type { FilePlace } from "../types.ts";
import { decodeEdit, type EditFolder, encodeEdit, type PendingEdit } from "./pendingEdit.ts";

export const keyOf = ({ accountId, gistId, fileName }: FilePlace): string =>
  JSON.stringify([accountId, gistId, fileName]);

/** A name that every disk takes, however long the file's own is. */
const nameOf = async (key: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return `${Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}.json`;
};

/**
 * The edits that the service does not have yet, one file each, so that windows do not write over each other's. The disk
 * decides: an edit is there when its file is.
 */
export class PendingEdits {
  readonly #folder: EditFolder;
  readonly #known = new Map<string, PendingEdit>();
  readonly #changed = new Emitter<readonly FilePlace[]>();
  readonly onDidChange = this.#changed.event;
  /** How often an edit was begun or ended to be written here: what was read meanwhile may be older than that. */
  readonly #writes = new Map<string, number>();
  #loaded: Promise<void> | undefined;

  constructor(folder: EditFolder) {
    this.#folder = folder;
  }

  /** In the order in which they are sent. */
  get all(): readonly PendingEdit[] {
    return [...this.#known.values()].toSorted(
      (a, b) => a.since - b.since || keyOf(a.place).localeCompare(keyOf(b.place)),
    );
  }

  load(): Promise<void> {
    this.#loaded ??= this.refresh();
    return this.#loaded;
  }

  /** Reads the folder again: another window may have changed it. */
  async refresh(): Promise<void> {
    const before = new Map(this.#writes);
    const found = new Map<string, PendingEdit>();
    for (const name of await this.#folder.list()) {
      const text = await this.#folder.read(name);
      const edit = text === undefined ? undefined : decodeEdit(text);
      if (edit) found.set(keyOf(edit.place), edit);
    }
    const places: FilePlace[] = [];
    for (const key of new Set([...this.#known.keys(), ...found.keys()])) {
      if (this.#writes.get(key) !== before.get(key)) continue;
      const place = (found.get(key) ?? this.#known.get(key))?.place;
      if (this.#know(key, found.get(key)) && place) places.push(place);
    }
    if (places.length > 0) this.#changed.fire(places);
  }

  /** As it was known last. */
  known(place: FilePlace): PendingEdit | undefined {
    return this.#known.get(keyOf(place));
  }

  /** As it is on the disk now. */
  async get(place: FilePlace): Promise<PendingEdit | undefined> {
    const key = keyOf(place);
    const before = this.#writes.get(key);
    const text = await this.#folder.read(await nameOf(key));
    const edit = text === undefined ? undefined : decodeEdit(text);
    if (this.#writes.get(key) === before && this.#know(key, edit)) this.#changed.fire([place]);
    return edit;
  }

  async put(edit: PendingEdit): Promise<void> {
    const key = keyOf(edit.place);
    await this.#writing(key, async () => this.#folder.write(await nameOf(key), encodeEdit(edit)));
    this.#know(key, edit);
    this.#changed.fire([edit.place]);
  }

  async remove(place: FilePlace): Promise<void> {
    const key = keyOf(place);
    await this.#writing(key, async () => this.#folder.remove(await nameOf(key)));
    if (this.#know(key, undefined)) this.#changed.fire([place]);
  }

  /** Whether that is something else than what was known. */
  #know(key: string, edit: PendingEdit | undefined): boolean {
    const former = this.#known.get(key);
    if (edit) this.#known.set(key, edit);
    else this.#known.delete(key);
    return JSON.stringify(former) !== JSON.stringify(edit);
  }

  async #writing(key: string, write: () => Promise<void>): Promise<void> {
    const count = (): void => void this.#writes.set(key, (this.#writes.get(key) ?? 0) + 1);
    count();
    try {
      await write();
    } finally {
      count();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
