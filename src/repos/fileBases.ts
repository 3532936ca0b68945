import { encodeBase64 } from "../base/bytes.ts";
import { forgetBelow } from "../base/forgetBelow.ts";
import type { StorageFolder } from "../base/storageFolder.ts";

/** What the service had of a file when it was read. */
export interface Base {
  /** The id of its content; null when there was no such file. */
  readonly sha: string | null;
  readonly bytes: Uint8Array;
}

/** Whether an editor has the file, and whether it has changes that are not saved. */
export type EditorState = "unsaved" | "saved" | "none";

/** How many readings of a file wait to be found in an editor. */
const maxReadings = 4;
/** Of so many files that no editor has the bases are remembered. */
const maxClosed = 50;

/** As an editor shows it: without byte order mark and mixed line ends. */
const shownAs = (text: string): string => text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
const textOf = ({ bytes }: Base): string => shownAs(new TextDecoder().decode(bytes));

const nameOf = async (key: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return `${Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}.json`;
};

const decodeBase = (key: string, text: string): Base | undefined => {
  try {
    const data = JSON.parse(text) as { key?: unknown; sha?: unknown; content?: unknown } | null;
    if (data?.key !== key || typeof data.content !== "string") return undefined;
    if (data.sha !== null && typeof data.sha !== "string") return undefined;
    return { sha: data.sha, bytes: Uint8Array.from(atob(data.content), (char) => char.charCodeAt(0)) };
  } catch {
    return undefined;
  }
};

/**
 * What the text in a file's editor grew out of: a save is merged on top of it. Others read files too, so while an editor
 * has the file, a reading counts once the editor shows it. The base of an unsaved document is stored, so that it is the
 * same after a reload of the window.
 */
export class FileBases {
  readonly #stateOf: (key: string) => EditorState;
  readonly #folder: StorageFolder;
  readonly #bases = new Map<string, Base>();
  readonly #readings = new Map<string, readonly Base[]>();
  readonly #stored = new Map<string, Promise<void>>();

  constructor(folder: StorageFolder, stateOf: (key: string) => EditorState) {
    this.#folder = folder;
    this.#stateOf = stateOf;
  }

  /** Undefined when nothing is known. */
  async of(key: string): Promise<Base | undefined> {
    const known = this.#bases.get(key);
    if (known) return known;
    const text = await this.#folder.read(await nameOf(key)).catch(() => undefined);
    const stored = text === undefined ? undefined : decodeBase(key, text);
    if (stored) this.#bases.set(key, stored);
    return stored;
  }

  /** The file was read. */
  read(key: string, base: Base): void {
    const others = (this.#readings.get(key) ?? []).filter(({ sha }) => sha !== base.sha);
    this.#readings.set(key, [base, ...others].slice(0, maxReadings));
    // A document that was restored unsaved has its stored base, or none that is known.
    const state = this.#stateOf(key);
    if (state === "none" || (state === "saved" && !this.#bases.has(key))) this.#set(key, base);
  }

  /** An editor shows this text, and nothing of it is unsaved. */
  shown(key: string, text: string): void {
    const shown = shownAs(text);
    const reading = this.#readings.get(key)?.find((each) => textOf(each) === shown);
    if (reading) this.#set(key, reading);
    // A file that stays is replaced when the document is unsaved again.
    this.#unstore(key).catch(() => undefined);
  }

  /** The text in the editor is not what was saved any longer. */
  async unsaved(key: string): Promise<void> {
    const base = this.#bases.get(key);
    if (!base || this.#stored.has(key)) return;
    const content = JSON.stringify({ key, sha: base.sha, content: encodeBase64(base.bytes) });
    const writing = nameOf(key).then((name) => this.#folder.write(name, content));
    this.#stored.set(key, writing);
    await writing;
  }

  /** The user's text stands on this now. */
  async set(key: string, base: Base): Promise<void> {
    this.#set(key, base);
    await this.#unstore(key);
    if (this.#stateOf(key) === "unsaved") await this.unsaved(key);
  }

  /** The editor is closed, or shows again what the service has. */
  async forget(key: string): Promise<void> {
    this.#bases.delete(key);
    this.#readings.delete(key);
    await this.#unstore(key);
  }

  forgetAccount(accountId: string): void {
    forgetBelow(this.#bases, accountId);
    forgetBelow(this.#readings, accountId);
  }

  #set(key: string, base: Base): void {
    this.#bases.delete(key);
    this.#bases.set(key, base);
    if (this.#bases.size <= maxClosed) return;
    const oldest = [...this.#bases.keys()].find((each) => each !== key && this.#stateOf(each) === "none");
    if (oldest === undefined) return;
    this.#bases.delete(oldest);
    this.#readings.delete(oldest);
  }

  /** Removes what is stored, also by a window before this one. */
  async #unstore(key: string): Promise<void> {
    const writing = this.#stored.get(key);
    this.#stored.delete(key);
    await writing?.catch(() => undefined);
    if (!this.#stored.has(key)) await this.#folder.remove(await nameOf(key));
  }
}
