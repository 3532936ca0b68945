import { editorText } from "../../base/editorText.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import { UnsavedBaseStore } from "../../base/unsavedBaseStore.ts";
import type { FilePlace } from "../types.ts";
import { type PendingEdit, shownTextOf } from "./pendingEdit.ts";
import { keyOf } from "./pendingEdits.ts";

/** A text that was handed out, and what the service had then. */
interface Reading {
  readonly text: string;
  readonly base: string | null;
  /** The id of the pending edit that the text is. */
  readonly edit?: string | undefined;
}

/** What the text in an editor is based on. */
interface TextBase extends Omit<Reading, "text"> {
  readonly text?: string;
  /** A text that was sent since: the text in the editor is based on it. */
  readonly sent?: string;
}

/** As it is stored: with the name that the file has now, where another window has renamed it. */
type StoredBase = TextBase & { readonly newName?: string };

/** Undefined for what is not one. */
const storedBaseOf = (data: unknown): StoredBase | undefined => {
  const { base, text, edit, sent, newName } = fieldsOf(data);
  if (base !== null && typeof base !== "string") return undefined;
  return {
    base,
    ...(typeof text === "string" ? { text } : {}),
    ...(typeof edit === "string" ? { edit } : {}),
    ...(typeof sent === "string" ? { sent } : {}),
    ...(typeof newName === "string" ? { newName } : {}),
  };
};

/** How many files that no editor has shown have their bases remembered. */
const maxUnopened = 50;
/** How many readings of a file wait to be found in an editor. */
const maxReadings = 8;

/**
 * What the service had when the text in a file's editor was read: a save is merged on top of it. Not every reading
 * reaches the editor: others read files too, and what arrives after the user began to type is discarded. So while an
 * editor is open, a reading counts only once the editor shows it. Each document of a file has a base of its own. The base of an unsaved document is stored, so that it is
 * the same after a reload of the window.
 */
export class Bases {
  readonly #store: UnsavedBaseStore<StoredBase>;
  readonly #keyOf: (place: FilePlace) => string;
  readonly #bases = new Map<string, TextBase>();
  readonly #readings = new Map<string, readonly Reading[]>();
  /** What an editor of the file showed last with nothing of the user's in it. */
  readonly #shown = new Map<string, Reading>();
  /** The state from before `shown` changed it last, for `typed`. */
  readonly #before = new Map<string, { readonly textBase: TextBase; readonly shown: Reading | undefined }>();
  /** Files that were read and that no editor has shown, the latest last. */
  readonly #unopened = new Set<string>();
  /** The keys of files before another window renamed them: their documents are found by them after a reload. */
  readonly #formerKeys = new Map<string, string>();

  /** `addressOf`: the document's address of a place that has none. */
  constructor(folder: StorageFolder, isShared: boolean, addressOf: (place: FilePlace) => string = () => "") {
    this.#store = new UnsavedBaseStore(folder, isShared, storedBaseOf);
    this.#keyOf = (place) => {
      const { accountId, gistId, fileName } = place;
      return JSON.stringify([accountId, gistId, fileName, place.address ?? addressOf(place)]);
    };
  }

  /**
   * Reads what the window stored of an unsaved text before it was reloaded. Answers the name that the file has since another
   * window renamed it: what was stored is then that of this name.
   */
  async restore(place: FilePlace): Promise<string | undefined> {
    const key = this.#keyOf(place);
    const stored = this.#bases.has(key) ? undefined : await this.#store.read(this.#storeKeyOf(key));
    if (!stored || this.#bases.has(key)) return undefined;
    const { newName, ...textBase } = stored;
    const now = newName === undefined ? key : this.#keyOf({ ...place, fileName: newName });
    if (now !== key) this.#formerKeys.set(now, key);
    this.#bases.set(now, textBase);
    return newName;
  }

  /** Another window has renamed the file of the document at `from`: its text is based on `edit`, or else on what it was before. */
  follow(from: FilePlace, to: FilePlace, edit: PendingEdit | undefined): void {
    const former = this.#storeKeyOf(this.#keyOf(from));
    const isUnsaved = this.#store.has(former);
    this.move(from, to, edit);
    this.forget(from);
    this.#formerKeys.set(this.#keyOf(to), former);
    if (isUnsaved) this.#storeAgain(to);
  }

  /** The text in the editor is not what was saved any longer. */
  async unsaved(place: FilePlace): Promise<void> {
    const key = this.#keyOf(place);
    if (this.#unopened.has(key)) {
      // The editor never showed what was read here: its text may be one from before a reload.
      const stored = await this.#store.read(this.#storeKeyOf(key));
      if (this.#unopened.delete(key) && stored && stored.newName === undefined) this.#bases.set(key, stored);
    }
    const textBase = this.#bases.get(key);
    if (textBase) await this.#store.write(this.#storeKeyOf(key), this.#withName(place, textBase));
  }

  /** The unsaved text is sent: what is typed in the meantime is based on it, which counts after a reload of the window. */
  async sending(place: FilePlace, text: string): Promise<void> {
    const key = this.#keyOf(place);
    const textBase = this.#bases.get(key);
    if (!textBase || !this.#store.has(this.#storeKeyOf(key))) return;
    const sent = { ...textBase, sent: text };
    this.#bases.set(key, sent);
    // Without it the user is asked about the user's own text after a reload: nothing is lost.
    await this.#store.replace(this.#storeKeyOf(key), this.#withName(place, sent)).catch(() => undefined);
  }

  /** Undefined when nothing is known. */
  of(place: FilePlace): string | null | undefined {
    return this.#bases.get(this.#keyOf(place))?.base;
  }

  /** The pending edit that the text in the editor is based on. */
  editOf(place: FilePlace): string | undefined {
    return this.#bases.get(this.#keyOf(place))?.edit;
  }

  /** The text of that edit, or a later one that was sent. */
  editTextOf(place: FilePlace): string | undefined {
    const { edit, text, sent } = this.#bases.get(this.#keyOf(place)) ?? {};
    return sent ?? (edit === undefined ? undefined : text);
  }

  /** Whether the text of an edit is the one that the text in the editor is based on. */
  hasTextOf(place: FilePlace, edit: PendingEdit): boolean {
    return this.editTextOf(place) === shownTextOf(edit);
  }

  /** What an editor of the file showed last with nothing of the user's in it; another object each time it changes. */
  shownOf(place: FilePlace): Reading | undefined {
    return this.#shown.get(this.#keyOf(place));
  }

  /** The service has this now, and the user's text is based on it. */
  set(place: FilePlace, base: string | null): void {
    // A former text that is typed or undone to is based on this.
    this.#readings.set(this.#keyOf(place), base === null ? [] : [{ text: base, base }]);
    this.#set(place, { base });
  }

  /** The text in the editor was stored as this pending edit. */
  setEdit(place: FilePlace, edit: PendingEdit): void {
    const reading = { text: shownTextOf(edit), base: edit.base, edit: edit.id };
    // Older readings no longer count: the editor is about to show this text, or has it with what was typed since.
    this.#readings.set(this.#keyOf(place), [reading]);
    this.#set(place, reading);
  }

  /**
   * The text of this document was stored as this edit, in place of the one with the id `before`, which may be one that another
   * window has ended. Other documents of the file that show the same text of that one show this one now.
   */
  stored(document: FilePlace, edit: PendingEdit, before: string | undefined): void {
    // Else it took the place of what another window stored.
    if (this.editOf(document) === before) this.setEdit(document, edit);
    if (before === undefined) return;
    for (const other of this.#documentsWith(before, edit.place))
      if (this.#bases.get(this.#keyOf(other))?.text === shownTextOf(edit)) this.setEdit(other, edit);
  }

  /** The service has this edit now: what is typed in documents that showed it is based on it. */
  published({ id, place, mine }: PendingEdit): void {
    for (const document of this.#documentsWith(id, place)) this.set(document, mine);
  }

  /** The text of the editor of `from` is in the one of `to` now; `edit` is what its pending edit became. */
  move(from: FilePlace, to: FilePlace, edit: PendingEdit | undefined): void {
    const textBase = this.#bases.get(this.#keyOf(from));
    if (edit) this.setEdit(to, edit);
    else if (textBase) this.#set(to, textBase);
  }

  forget(place: FilePlace): void {
    const key = this.#keyOf(place);
    for (const all of [this.#bases, this.#shown, this.#before, this.#readings, this.#unopened]) all.delete(key);
    this.#removeStored(place);
    this.#formerKeys.delete(key);
  }

  /** The file was read. `isOpen` when there is an editor, whose text may be another one. */
  read(place: FilePlace, reading: Reading, isOpen: boolean): void {
    this.#remember(place, reading);
    if (isOpen) return;
    const key = this.#keyOf(place);
    this.#bases.set(key, reading);
    if (this.#shown.has(key)) return;
    this.#unopened.delete(key);
    this.#unopened.add(key);
    const [oldest = key] = this.#unopened;
    if (this.#unopened.size <= maxUnopened) return;
    this.#unopened.delete(oldest);
    this.#bases.delete(oldest);
    this.#readings.delete(oldest);
  }

  /** An editor shows this text, with nothing of the user's in it. `isNew` unless it was reported before. */
  shown(place: FilePlace, text: string, isNew = true): void {
    const key = this.#keyOf(place);
    const shown = editorText(text);
    const reading = this.#readings.get(key)?.find((each) => editorText(each.text) === shown);
    // VS Code opens an unsaved text of before a reload first, and says then that it is unsaved.
    if (reading || this.#shown.has(key)) this.#removeStored(place);
    const textBase = this.#bases.get(key);
    if (isNew) this.#before.delete(key);
    if (!reading) return;
    if (isNew && textBase && textBase !== reading)
      this.#before.set(key, { textBase, shown: this.#shown.get(key) });
    this.#unopened.delete(key);
    this.#bases.set(key, reading);
    this.#shown.set(key, reading);
  }

  /** Undoes what `shown` changed last: the text is the user's, though it is equal to one that was read before. */
  typed(place: FilePlace): void {
    const key = this.#keyOf(place);
    const before = this.#before.get(key);
    if (!before) return;
    this.#before.delete(key);
    this.#bases.set(key, before.textBase);
    if (before.shown) this.#shown.set(key, before.shown);
    else this.#shown.delete(key);
  }

  /** The documents of the file that show this edit. */
  #documentsWith(edit: string, place: FilePlace): readonly FilePlace[] {
    return [...this.#bases].flatMap(([key, textBase]) => {
      const [accountId = "", gistId = "", fileName = "", address = ""] = JSON.parse(key) as readonly string[];
      const document = { accountId, gistId, fileName, address };
      return textBase.edit === edit && keyOf(document) === keyOf(place) ? [document] : [];
    });
  }

  #set(place: FilePlace, textBase: TextBase): void {
    const key = this.#keyOf(place);
    this.#unopened.delete(key);
    this.#before.delete(key);
    this.#bases.set(key, textBase);
    if (this.#store.has(this.#storeKeyOf(key))) this.#storeAgain(place);
    else this.#removeStored(place);
  }

  /** A text that is still unsaved is based on something else now. */
  #storeAgain(place: FilePlace): void {
    const removed = this.#store.remove(this.#storeKeyOf(this.#keyOf(place)));
    removed.then(() => this.unsaved(place)).catch(() => undefined);
  }

  #storeKeyOf(key: string): string {
    return this.#formerKeys.get(key) ?? key;
  }

  #withName(place: FilePlace, textBase: TextBase): StoredBase {
    return this.#formerKeys.has(this.#keyOf(place)) ? { ...textBase, newName: place.fileName } : textBase;
  }

  /** A file that stays is replaced when the document is unsaved again. */
  #removeStored(place: FilePlace): void {
    this.#store.remove(this.#storeKeyOf(this.#keyOf(place))).catch(() => undefined);
  }

  #remember(place: FilePlace, reading: Reading): void {
    const key = this.#keyOf(place);
    const others = (this.#readings.get(key) ?? []).filter(({ text }) => text !== reading.text);
    this.#readings.set(key, [reading, ...others].slice(0, maxReadings));
  }
}
