import { decodeBase64, encodeBase64 } from "../base/bytes.ts";
import { forgetBelow } from "../base/forgetBelow.ts";
import { sha256 } from "../base/sha256.ts";
import type { StorageFolder } from "../base/storageFolder.ts";

/** What the service had of a file when it was read. */
export interface Base {
  /** The id of its content; null when there was no such file. */
  readonly sha: string | null;
  /** What the text in the editor grew out of. */
  readonly bytes: Uint8Array;
  /** The content with this id, where it is not `bytes` but what they were merged to. */
  readonly merged?: Uint8Array | undefined;
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

const digestOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, 32);

const encodeBase = (key: string, { sha, bytes, merged }: Base): string =>
  JSON.stringify({
    key,
    sha,
    content: encodeBase64(bytes),
    ...(merged === undefined ? {} : { merged: encodeBase64(merged) }),
  });

const decodeBase = (key: string, text: string | undefined): Base | undefined => {
  try {
    const data = JSON.parse(text ?? "") as {
      key?: unknown;
      sha?: unknown;
      content?: unknown;
      merged?: unknown;
    } | null;
    if (data?.key !== key || typeof data.content !== "string") return undefined;
    if (data.sha !== null && typeof data.sha !== "string") return undefined;
    const merged = typeof data.merged === "string" ? { merged: decodeBase64(data.merged) } : {};
    return { sha: data.sha, bytes: decodeBase64(data.content), ...merged };
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
  readonly #isShared: boolean;
  readonly #writer = crypto.randomUUID().slice(0, 8);
  readonly #bases = new Map<string, Base>();
  readonly #readings = new Map<string, readonly Base[]>();
  readonly #stored = new Map<string, Promise<void>>();

  /** `isShared` when windows without a workspace of their own store there too. */
  constructor(folder: StorageFolder, stateOf: (key: string) => EditorState, isShared: boolean) {
    this.#folder = folder;
    this.#isShared = isShared;
    this.#stateOf = stateOf;
  }

  /** Undefined when nothing is known. */
  async of(key: string): Promise<Base | undefined> {
    const known = this.#bases.get(key);
    if (known) return known;
    const stored: Base[] = [];
    for (const name of await this.#namesOf(key)) {
      const base = decodeBase(key, await this.#folder.read(name).catch(() => undefined));
      if (base) stored.push(base);
    }
    const [first, ...others] = stored;
    // Several windows had the file unsaved: which of these was the one before the reload is not known.
    if (!first || others.some(({ sha }) => sha !== first.sha)) return undefined;
    this.#bases.set(key, first);
    return first;
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
    const writing = digestOf(key).then((digest) =>
      this.#folder.write(this.#ownName(digest), encodeBase(key, base)),
    );
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

  #ownName(digest: string): string {
    return `${digest}.${this.#writer}.json`;
  }

  /** The names of what is stored of the file, by this window and by others. */
  async #namesOf(key: string): Promise<readonly string[]> {
    const digest = await digestOf(key);
    return (await this.#folder.list().catch(() => [])).filter((name) => name.startsWith(`${digest}.`));
  }

  /** Removes what is stored, also by a window before this one where no other window stores. */
  async #unstore(key: string): Promise<void> {
    const writing = this.#stored.get(key);
    this.#stored.delete(key);
    await writing?.catch(() => undefined);
    const own = this.#ownName(await digestOf(key));
    for (const name of await this.#namesOf(key))
      if (!this.#stored.has(key) && (name === own || !this.#isShared)) await this.#folder.remove(name);
  }
}
