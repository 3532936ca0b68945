import { decodeBase64, encodeBase64 } from "../base/bytes.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
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

/** What the text in an editor stands on. */
export interface Standing {
  /** Undefined where it is not known. */
  readonly base: Base | undefined;
  /** The id of the local change that the text grew out of. */
  readonly change?: string | undefined;
}

/** What was handed out for an editor. */
interface Reading extends Standing {
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
const textOf = ({ bytes }: Reading): string => shownAs(new TextDecoder().decode(bytes));

const digestOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, 32);

const dataOf = ({ sha, bytes, merged }: Base) => ({
  sha,
  content: encodeBase64(bytes),
  ...(merged === undefined ? {} : { merged: encodeBase64(merged) }),
});

const baseOf = (data: unknown): Base | undefined => {
  const { sha, content, merged } = fieldsOf(data);
  if (typeof content !== "string" || (sha !== null && typeof sha !== "string")) return undefined;
  const bytes = decodeBase64(content);
  return { sha, bytes, ...(typeof merged === "string" ? { merged: decodeBase64(merged) } : {}) };
};

export const encodeBase = (base: Base): string => JSON.stringify(dataOf(base));

/** Undefined for what is not a base. */
export const decodeBase = (text: string): Base | undefined => {
  try {
    return baseOf(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const encodeStanding = (key: string, { base, change }: Standing): string =>
  JSON.stringify({ key, ...(base ? dataOf(base) : {}), ...(change === undefined ? {} : { change }) });

const decodeStanding = (key: string, text: string | undefined): Standing | undefined => {
  try {
    const data: unknown = JSON.parse(text ?? "");
    const { key: found, change } = fieldsOf(data);
    if (found !== key) return undefined;
    const base = baseOf(data);
    return typeof change === "string" ? { base, change } : base && { base };
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
  readonly #standings = new Map<string, Standing>();
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #stored = new Map<string, Promise<void>>();

  /** `isShared` when windows without a workspace of their own store there too. */
  constructor(folder: StorageFolder, stateOf: (key: string) => EditorState, isShared: boolean) {
    this.#folder = folder;
    this.#isShared = isShared;
    this.#stateOf = stateOf;
  }

  /** Undefined when nothing is known. */
  async of(key: string): Promise<Standing | undefined> {
    const known = this.#standings.get(key);
    if (known) return known;
    const stored: Standing[] = [];
    for (const name of await this.#namesOf(key)) {
      const standing = decodeStanding(key, await this.#folder.read(name).catch(() => undefined));
      if (standing) stored.push(standing);
    }
    const [first, ...others] = stored;
    const isOther = ({ base, change }: Standing): boolean =>
      base?.sha !== first?.base?.sha || change !== first?.change;
    // Several windows had the file unsaved: which of these was the one before the reload is not known.
    if (!first || others.some(isOther)) return undefined;
    this.#standings.set(key, first);
    return first;
  }

  /** The file was read: as the service has it, or as a local change. */
  read(key: string, reading: Reading): void {
    this.#remember(key, reading);
    // A document that was restored unsaved has its stored base, or none that is known.
    const state = this.#stateOf(key);
    if (state === "none" || (state === "saved" && !this.#standings.has(key))) this.#set(key, reading);
  }

  /** The text in the editor was stored as a local change. */
  stored(key: string, reading: Reading): void {
    this.#remember(key, reading);
    this.#set(key, reading);
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
    const standing = this.#standings.get(key);
    if (!standing || this.#stored.has(key)) return;
    const writing = digestOf(key).then((digest) =>
      this.#folder.write(this.#ownName(digest), encodeStanding(key, standing)),
    );
    this.#stored.set(key, writing);
    await writing;
  }

  /** The user's text stands on this now. */
  async set(key: string, base: Base, change?: string): Promise<void> {
    this.#set(key, { base, change });
    await this.#unstore(key);
    if (this.#stateOf(key) === "unsaved") await this.unsaved(key);
  }

  /** The editor is closed, or shows again what the service has. */
  async forget(key: string): Promise<void> {
    this.#standings.delete(key);
    this.#readings.delete(key);
    await this.#unstore(key);
  }

  forgetAccount(accountId: string): void {
    forgetBelow(this.#standings, accountId);
    forgetBelow(this.#readings, accountId);
  }

  #remember(key: string, reading: Reading): void {
    const others = (this.#readings.get(key) ?? []).filter(
      ({ base, change }) => base?.sha !== reading.base?.sha || change !== reading.change,
    );
    this.#readings.set(key, [reading, ...others].slice(0, maxReadings));
  }

  #set(key: string, { base, change }: Standing): void {
    this.#standings.delete(key);
    this.#standings.set(key, { base, change });
    if (this.#standings.size <= maxClosed) return;
    const oldest = [...this.#standings.keys()].find((each) => each !== key && this.#stateOf(each) === "none");
    if (oldest === undefined) return;
    this.#standings.delete(oldest);
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
