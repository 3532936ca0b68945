import { editorText } from "../base/editorText.ts";
import type { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import type { Hook } from "../client/types/hook.ts";
import { type Base, baseFrom, isStale, type UnsavedBase } from "./hookBase.ts";
import { draftOf, textOf } from "./hookDocument.ts";

/**
 * What the texts in editors of hooks are based on, by address. What was read here counts for an unsaved text only after
 * its editor has shown it: the text may be one from before a reload of the window, whose base is stored.
 */
export class HookBases {
  readonly #unsaved: UnsavedBaseStore<UnsavedBase>;
  readonly #isUnsaved: (key: string) => boolean;
  readonly #bases = new Map<string, Base>();
  /** The local changes that the texts in editors are based on. */
  readonly #changes = new Map<string, string>();
  /** What was read while an editor had something unsaved. */
  readonly #latest = new Map<string, Base>();
  /** The base from before the last call of `noteShown`, for `noteTyped`. */
  readonly #before = new Map<string, Base>();
  /** What was read last. */
  readonly #read = new Map<string, string>();
  /** The documents that have shown what was read here, or whose stored base was read. */
  readonly #settled = new Set<string>();
  /** The documents whose base is to be read again. */
  readonly #outdated = new Set<string>();
  #modified = 0;

  constructor(unsaved: UnsavedBaseStore<UnsavedBase>, isUnsaved: (key: string) => boolean) {
    this.#unsaved = unsaved;
    this.#isUnsaved = isUnsaved;
  }

  get keys(): Iterable<string> {
    return this.#bases.keys();
  }

  of(key: string): Base | undefined {
    return this.#bases.get(key);
  }

  /** As `of`, for what does not have to be read again. */
  current(key: string): Base | undefined {
    return this.#outdated.has(key) ? undefined : this.#bases.get(key);
  }

  changeOf(key: string): string | undefined {
    return this.#changes.get(key);
  }

  setChange(key: string, change: string | undefined): void {
    if (change === undefined) this.#changes.delete(key);
    else this.#changes.set(key, change);
  }

  /** As `setChange`, unless another one is known by now. */
  keepChange(key: string, change: string | undefined): void {
    if (change !== undefined && !this.#changes.has(key)) this.#changes.set(key, change);
  }

  /** The document is read again. */
  outdate(key: string): void {
    this.#outdated.add(key);
  }

  /** This text was read for an editor, or for others. */
  noteRead(key: string, content: Uint8Array, change: string | undefined): void {
    this.#read.set(key, editorText(new TextDecoder().decode(content)));
    if (change !== undefined && !this.#isUnsaved(key)) this.#changes.set(key, change);
  }

  /** The document has changes that are not saved. Rejects when what they are based on cannot be stored. */
  async noteUnsaved(key: string): Promise<void> {
    await this.restore(key);
    const base = { hook: this.#bases.get(key)?.hook, change: this.#changes.get(key) };
    if (base.hook !== undefined || base.change !== undefined) await this.#unsaved.write(key, base);
  }

  /** The document shows this text, with nothing unsaved in it. */
  async noteShown(key: string, text: string): Promise<void> {
    const latest = this.#latest.get(key);
    const before = this.#bases.get(key);
    this.#before.delete(key);
    if (latest?.text === text) {
      if (before) this.#before.set(key, before);
      // Reverted: the editor has what was read last.
      this.#bases.set(key, latest);
      this.#latest.delete(key);
    }
    // VS Code opens an unsaved text of before a reload first, and says then that it is unsaved.
    if (this.#read.get(key) === editorText(text)) this.#settled.add(key);
    if (this.#settled.has(key)) await this.#unsaved.remove(key);
  }

  /** Undoes the last call of `noteShown`: the text is the user's, though it is equal to what was read last. */
  noteTyped(key: string): void {
    const latest = this.#bases.get(key);
    const before = this.#before.get(key);
    if (!before || !latest) return;
    this.#before.delete(key);
    this.#latest.set(key, latest);
    this.#bases.set(key, before);
  }

  /** The document was saved, and what it became is known. */
  noteSaved(key: string): Promise<void> {
    this.#settled.add(key);
    return this.#unsaved.remove(key);
  }

  /** What is typed on in the document is based on this, also after a reload. */
  async storeBase(key: string, base: UnsavedBase): Promise<void> {
    await this.#unsaved.replace(key, base);
  }

  /** What is known of the document's text no longer counts. */
  forget(key: string): void {
    this.#bases.delete(key);
  }

  /** The document's text is still based on this, whatever the hook is now. */
  putBack(key: string, base: Base | undefined): void {
    if (base) this.#bases.set(key, base);
    else this.forget(key);
  }

  noteClosed(key: string): Promise<void> {
    this.#before.delete(key);
    this.#settled.delete(key);
    this.#read.delete(key);
    return this.#unsaved.remove(key);
  }

  /** Reads what the document is based on before the window was reloaded. */
  async restore(key: string): Promise<void> {
    const isKnown = this.#bases.has(key) || this.#changes.has(key);
    if (this.#settled.has(key) || (isKnown && !this.#isUnsaved(key))) return;
    const { hook, change } = (await this.#unsaved.read(key)) ?? {};
    if (this.#settled.has(key)) return;
    if (this.#isUnsaved(key)) {
      this.#settled.add(key);
      for (const map of [this.#bases, this.#changes]) map.delete(key);
    }
    const base = baseFrom(hook);
    if (base) this.#bases.set(key, base);
    this.setChange(key, change);
  }

  /** The hook was read: an unsaved text whose base is not known is not based on it. */
  take(key: string, hook: Hook): Base {
    if (!this.#isUnsaved(key) || this.#bases.has(key)) return this.keep(key, hook);
    const latest = { hook, text: textOf(draftOf(hook)), modified: 0 };
    this.#latest.set(key, latest);
    return latest;
  }

  /** What the document's text is based on; what is unsaved stays on what the editor read before. */
  keep(key: string, hook: Hook): Base {
    this.#outdated.delete(key);
    this.#before.delete(key);
    const base = { hook, text: textOf(draftOf(hook)), modified: (this.#modified += 1) };
    const former = this.#isUnsaved(key) ? this.#bases.get(key) : undefined;
    if (former && isStale(former, hook)) this.#latest.set(key, base);
    else this.#bases.set(key, base);
    return base;
  }

  /** The hook is what was sent. */
  replace(key: string, hook: Hook): void {
    this.#latest.delete(key);
    this.#bases.delete(key);
    this.#read.set(key, editorText(this.keep(key, hook).text));
  }

  /** Nothing of the document counts any longer; it is read again. */
  invalidate(key: string): void {
    this.#outdated.add(key);
    for (const map of [this.#latest, this.#changes]) map.delete(key);
  }
}
