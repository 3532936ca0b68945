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
    const found = new Map<string, PendingEdit>();
    for (const name of await this.#folder.list()) {
      const text = await this.#folder.read(name);
      const edit = text === undefined ? undefined : decodeEdit(text);
      if (edit) found.set(keyOf(edit.place), edit);
    }
    const places = [...new Set([...this.#known.keys(), ...found.keys()])]
      .filter((key) => JSON.stringify(this.#known.get(key)) !== JSON.stringify(found.get(key)))
      .map((key) => (found.get(key) ?? this.#known.get(key))?.place)
      .filter((place) => place !== undefined);
    this.#known.clear();
    for (const [key, edit] of found) this.#known.set(key, edit);
    if (places.length > 0) this.#changed.fire(places);
  }

  /** As it was known last. */
  known(place: FilePlace): PendingEdit | undefined {
    return this.#known.get(keyOf(place));
  }

  /** As it is on the disk now. */
  async get(place: FilePlace): Promise<PendingEdit | undefined> {
    const key = keyOf(place);
    const text = await this.#folder.read(await nameOf(key));
    const edit = text === undefined ? undefined : decodeEdit(text);
    if (edit) this.#known.set(key, edit);
    else this.#known.delete(key);
    return edit;
  }

  async put(edit: PendingEdit): Promise<void> {
    const key = keyOf(edit.place);
    await this.#folder.write(await nameOf(key), encodeEdit(edit));
    this.#known.set(key, edit);
    this.#changed.fire([edit.place]);
  }

  async remove(place: FilePlace): Promise<void> {
    const key = keyOf(place);
    await this.#folder.remove(await nameOf(key));
    if (this.#known.delete(key)) this.#changed.fire([place]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
