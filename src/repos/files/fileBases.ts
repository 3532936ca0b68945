import { decodeBase64, encodeBase64, sameBytes, shownText } from "../../base/bytes.ts";
import { editorText } from "../../base/editorText.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import { isUnmerged } from "../../base/mergeTexts.ts";
import { UnsavedBaseStore } from "../../base/unsavedBaseStore.ts";

/** What the service had of a file when it was read. */
export interface Base {
  /** The id of its content; null when there was no such file. */
  readonly sha: string | null;
  /** What the text in the editor is based on. */
  readonly bytes: Uint8Array;
  /** The content with this id, where it is not `bytes` but what they were merged to. */
  readonly merged?: Uint8Array | undefined;
  /** Texts of the user's between `bytes` and the text in the editor, which other windows may have committed. */
  readonly earlier?: readonly Uint8Array[] | undefined;
  /** The other sides of a conflict with `bytes` that the user merges; while the text has marks, it is not sent. */
  readonly merge?: { readonly base: Uint8Array; readonly mine: Uint8Array } | undefined;
}

/** What the text in an editor is based on. */
export interface TextBase {
  /** Undefined where it is not known. */
  readonly base: Base | undefined;
  /** The id of the local change that the text is based on. */
  readonly change?: string | undefined;
  /** The text of that. */
  readonly stored?: Uint8Array | undefined;
}

/** What was handed out for an editor. */
interface Reading extends TextBase {
  readonly bytes: Uint8Array;
}

/** Whether an editor has the file, and whether it has changes that are not saved. */
export type EditorState = "unsaved" | "saved" | "none";

/** How many readings of a file wait to be found in an editor. */
const maxReadings = 4;
/** How many texts are remembered that may have been committed. */
const maxEarlier = 3;
/** How many files without an editor have their bases remembered. */
const maxClosed = 50;

const textOf = ({ bytes }: Reading): string => editorText(new TextDecoder().decode(bytes));

const dataOf = ({ sha, bytes, merged, earlier = [], merge }: Base) => ({
  sha,
  content: encodeBase64(bytes),
  ...(merged === undefined ? {} : { merged: encodeBase64(merged) }),
  ...(earlier.length === 0 ? {} : { earlier: earlier.map(encodeBase64) }),
  ...(merge ? { merge: { base: encodeBase64(merge.base), mine: encodeBase64(merge.mine) } } : {}),
});

const mergeOf = (data: unknown): Base["merge"] => {
  const { base, mine } = fieldsOf(data);
  return typeof base === "string" && typeof mine === "string"
    ? { base: decodeBase64(base), mine: decodeBase64(mine) }
    : undefined;
};

const baseOf = (data: unknown): Base | undefined => {
  const { sha, content, merged, earlier, merge } = fieldsOf(data);
  if (typeof content !== "string" || (sha !== null && typeof sha !== "string")) return undefined;
  const bytes = decodeBase64(content);
  const texts: readonly unknown[] = Array.isArray(earlier) ? earlier : [];
  const known = texts.flatMap((each) => (typeof each === "string" ? [decodeBase64(each)] : []));
  const sides = mergeOf(merge);
  return {
    sha,
    bytes,
    ...(typeof merged === "string" ? { merged: decodeBase64(merged) } : {}),
    ...(known.length === 0 ? {} : { earlier: known }),
    ...(sides ? { merge: sides } : {}),
  };
};

/** Whether the user is not done with merging a text that is based on this. */
export const isMerging = ({ merge, bytes }: Base, text: string): boolean =>
  merge !== undefined && isUnmerged(shownText(merge.base), shownText(merge.mine), shownText(bytes), text);

/** With a text of the user's between its bytes and the text in the editor. */
export const withEarlier = (base: Base, bytes: Uint8Array): Base => {
  const others = (base.earlier ?? []).filter((each) => !sameBytes(each, bytes));
  return { ...base, earlier: [bytes, ...others].slice(0, maxEarlier) };
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

const dataOfTextBase = ({ base, change, stored }: TextBase) => ({
  ...(base ? dataOf(base) : {}),
  ...(change === undefined ? {} : { change }),
  ...(stored === undefined ? {} : { stored: encodeBase64(stored) }),
});

const textBaseOf = (data: unknown): TextBase | undefined => {
  const { change, stored } = fieldsOf(data);
  const base = baseOf(data);
  if (typeof change !== "string") return base && { base };
  return { base, change, ...(typeof stored === "string" ? { stored: decodeBase64(stored) } : {}) };
};

/**
 * What the text in a file's editor is based on: a save is merged on top of it. Others read files too, so while an editor
 * has the file, a reading counts once the editor shows it. The base of an unsaved document is stored, so that it is the
 * same after a reload of the window.
 */
export class FileBases {
  readonly #stateOf: (key: string) => EditorState;
  readonly #unsaved: UnsavedBaseStore<TextBase>;
  readonly #textBases = new Map<string, TextBase>();
  readonly #readings = new Map<string, readonly Reading[]>();
  /** What the text in an unsaved document stood on when that was stored. */
  readonly #written = new Map<string, TextBase>();
  /** As in `#textBases`, with what was sent since: it counts after a reload. */
  readonly #sent = new Map<string, TextBase>();
  /** The state from before the last call of `shown`, for `typed`. */
  readonly #before = new Map<string, { readonly textBase: TextBase; readonly sent: TextBase | undefined }>();

  readonly #all = [this.#textBases, this.#readings, this.#written, this.#sent, this.#before];

  /** `isShared` when windows without a workspace of their own store there too. */
  constructor(folder: StorageFolder, stateOf: (key: string) => EditorState, isShared: boolean) {
    this.#unsaved = new UnsavedBaseStore(folder, isShared, textBaseOf);
    this.#stateOf = stateOf;
  }

  /** Undefined when nothing is known. */
  async of(key: string): Promise<TextBase | undefined> {
    const known = this.#textBases.get(key);
    if (known) return known;
    const stored = await this.#unsaved.read(key);
    if (stored) this.#textBases.set(key, stored);
    return stored;
  }

  /** The file was read: as the service has it, or as a local change. */
  read(key: string, reading: Reading): void {
    this.#remember(key, reading);
    // A document that was restored unsaved has its stored base, or none that is known.
    const state = this.#stateOf(key);
    if (state === "none" || (state === "saved" && !this.#textBases.has(key))) this.#setRead(key, reading);
  }

  /** The text in the editor was stored as a local change. */
  stored(key: string, reading: Reading): void {
    // From now on the editor shows this, or what is read later: VS Code reports typed text once as if it were saved.
    this.#readings.set(key, [reading]);
    this.#setRead(key, reading);
  }

  /** An editor shows this text, and nothing of it is unsaved. */
  shown(key: string, text: string): void {
    const shown = editorText(text);
    const reading = this.#readings.get(key)?.find((each) => textOf(each) === shown);
    const textBase = this.#textBases.get(key);
    const sent = this.#sent.get(key);
    this.#before.delete(key);
    if (reading) this.#setRead(key, reading);
    if (reading && textBase) this.#before.set(key, { textBase, sent });
    // VS Code opens an unsaved text of before a reload first, and says then that it is unsaved.
    if (!reading && !textBase) return;
    // A file that stays is replaced when the document is unsaved again.
    this.#unsaved.remove(key).catch(() => undefined);
  }

  /** Undoes the last call of `shown`: the text is the user's, though it is equal to one that was read before. */
  typed(key: string): void {
    const before = this.#before.get(key);
    if (!before) return;
    this.#set(key, before.textBase);
    if (before.sent) this.#sent.set(key, before.sent);
  }

  /** The text in the editor is not what was saved any longer. */
  async unsaved(key: string): Promise<void> {
    const textBase = this.#sent.get(key) ?? this.#textBases.get(key);
    if (!textBase) return;
    // It was stored in between, and typed on in.
    const isWritten = this.#written.get(key) === textBase;
    this.#written.set(key, textBase);
    if (isWritten) await this.#unsaved.write(key, dataOfTextBase(textBase));
    else await this.#unsaved.replace(key, dataOfTextBase(textBase));
  }

  /** The unsaved text is sent: what is typed in the meantime is based on it, which counts after a reload of the window. */
  async sending(key: string, bytes: Uint8Array): Promise<void> {
    const textBase = this.#sent.get(key) ?? this.#textBases.get(key);
    if (!textBase?.base || this.#stateOf(key) !== "unsaved") return;
    this.#sent.set(key, { ...textBase, base: withEarlier(textBase.base, bytes) });
    // Without it the user is asked about the user's own text after a reload: nothing is lost.
    await this.unsaved(key).catch(() => undefined);
  }

  /** The user's text is based on this now. */
  async set(key: string, base: Base, change?: string): Promise<void> {
    // A former text that is typed or undone to is based on this.
    this.#readings.delete(key);
    this.#set(key, { base, change });
    if (this.#stateOf(key) === "unsaved") await this.unsaved(key);
    else await this.#unsaved.remove(key);
  }

  /** The editor is closed, or shows again what the service has. */
  async forget(key: string): Promise<void> {
    for (const map of this.#all) map.delete(key);
    await this.#unsaved.remove(key);
  }

  /** An unsaved text outlives the sign-out of its account, as what it is based on does. */
  forgetAccount(accountId: string): void {
    for (const map of this.#all)
      for (const key of map.keys())
        if (key.startsWith(`${accountId}/`) && this.#stateOf(key) !== "unsaved") map.delete(key);
  }

  #remember(key: string, reading: Reading): void {
    const others = (this.#readings.get(key) ?? []).filter(
      ({ base, change }) => base?.sha !== reading.base?.sha || change !== reading.change,
    );
    this.#readings.set(key, [reading, ...others].slice(0, maxReadings));
  }

  #setRead(key: string, { base, change, bytes }: Reading): void {
    this.#set(key, change === undefined ? { base } : { base, change, stored: bytes });
  }

  #set(key: string, textBase: TextBase): void {
    this.#sent.delete(key);
    this.#before.delete(key);
    this.#textBases.delete(key);
    this.#textBases.set(key, textBase);
    if (this.#textBases.size <= maxClosed) return;
    const oldest = [...this.#textBases.keys()].find((each) => each !== key && this.#stateOf(each) === "none");
    if (oldest === undefined) return;
    for (const map of this.#all) map.delete(oldest);
  }
}

/** Without a byte order mark: editors write it by themselves. */
export const unmarkedText = (bytes: Uint8Array = new Uint8Array()): string =>
  shownText(bytes).replace(/^\ufeff/, "");
