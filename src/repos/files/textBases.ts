import { decodeBase64, sameBytes, shownText } from "../../base/bytes.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { DocumentPlace, LocalChange, LocalChanges } from "../../localChanges/model.ts";
import { RepoProblem } from "../problem.ts";
import { type ContentPlace, type FileMove, fileKeyOf } from "../types.ts";
import {
  type Base,
  decodeBase,
  encodeBase,
  type EditorState,
  FileBases,
  isMerging,
  type TextBase,
  withEarlier,
} from "./fileBases.ts";

export interface TextBasesOptions {
  readonly changes: LocalChanges;
  readonly documentOf: (place: ContentPlace) => DocumentPlace;
  /** Where the bases of unsaved documents are stored. */
  readonly bases: StorageFolder;
  readonly isSharedStorage: boolean;
  readonly stateOf: (place: ContentPlace) => EditorState;
}

interface SentState {
  /** All local changes of the file before the commit. */
  readonly changesBefore: readonly LocalChange[];
  readonly committed: Base;
  /** As in `SendOptions`. */
  readonly isBeside: boolean;
}

/** With more places than this, those without an editor are not remembered. */
const maxPlaces = 200;

/** What the texts in editors and in local changes are based on, by file, and the local changes that follow when a file is moved or deleted. */
export class TextBases {
  readonly #options: TextBasesOptions;
  readonly #places = new Map<string, ContentPlace>();
  readonly bases: FileBases;

  constructor(options: TextBasesOptions) {
    this.#options = options;
    this.bases = new FileBases(
      options.bases,
      (key) => {
        const place = this.#places.get(key);
        return place ? options.stateOf(place) : "none";
      },
      options.isSharedStorage,
    );
  }

  /** The key of a place whose editor can be looked for. */
  keyOf(place: ContentPlace): string {
    const key = fileKeyOf(place);
    this.#places.set(key, place);
    // Of a place that is not known the state is that of a file without an editor.
    if (this.#places.size > maxPlaces)
      for (const [other, each] of this.#places)
        if (other !== key && this.#options.stateOf(each) === "none") this.#places.delete(other);
    return key;
  }

  stateOf(place: ContentPlace): EditorState {
    return this.#options.stateOf(place);
  }

  /** No editor has the file any longer. */
  async forget(place: ContentPlace): Promise<void> {
    await this.bases.forget(this.keyOf(place));
    this.#places.delete(fileKeyOf(place));
  }

  /** What the editor's text is based on, as it is known. */
  async shown(place: ContentPlace): Promise<TextBase | undefined> {
    return this.bases.of(this.keyOf(place));
  }

  /** As `shown`, with what another window may have committed of it. */
  async of(place: ContentPlace): Promise<TextBase | undefined> {
    const textBase = await this.shown(place);
    const { base, change, stored } = textBase ?? {};
    if (change === undefined) return textBase;
    await this.newest(place);
    if (!base || !stored || this.#options.changes.record(change)) return textBase;
    return { ...textBase, base: withEarlier(base, stored) };
  }

  /** The newest local change of the file. */
  async newest(place: ContentPlace): Promise<LocalChange | undefined> {
    const { changes, documentOf } = this.#options;
    const document = documentOf(place);
    // It is not lost while its folder cannot be read.
    return changes.get(document).catch(() => changes.known(document));
  }

  /** A local change that is committed without being in the editor, which has `shown`. */
  async ofChange(place: ContentPlace, given: Uint8Array, shown?: string): Promise<TextBase | undefined> {
    await this.newest(place);
    const all = this.changesOf(place);
    const isGiven = ({ content }: LocalChange): boolean => sameBytes(decodeBase64(content), given);
    if (all.some((each) => each.id === shown && isGiven(each))) return undefined;
    const change = all.findLast(isGiven);
    return change && { base: this.baseOf(change), change: change.id };
  }

  /** The sides of a merge that the user is not done with, in this text that is based on `base`. */
  mergeIn(base: Base | undefined, text: string): Base["merge"] {
    return base && isMerging(base, text) ? base.merge : undefined;
  }

  /** The same of a local change. */
  mergeOf(change: LocalChange): Base["merge"] {
    return this.mergeIn(this.baseOf(change), shownText(decodeBase64(change.content)));
  }

  /** What a local change is based on; undefined where that is not known. */
  baseOf({ base }: LocalChange): Base | undefined {
    return base === null ? undefined : decodeBase(base);
  }

  /** Reads what other windows have stored since. */
  async refreshChanges(): Promise<void> {
    await this.#options.changes.refresh();
  }

  /** All local changes of the file that are known here. */
  changesOf(place: ContentPlace): readonly LocalChange[] {
    return this.#options.changes.of(this.#options.documentOf(place));
  }

  /** Throws RepoProblem where no local change has this text any longer. */
  requireChange(place: ContentPlace, given: Uint8Array): void {
    const { changes, documentOf } = this.#options;
    if (changes.withText(documentOf(place), given, undefined)) return;
    throw new RepoProblem(this.changesOf(place).length > 0 ? "replaced" : "sentSince", place.path);
  }

  /** Throws RepoProblem where the change was sent or discarded since, also by another window. */
  async requireStored(place: ContentPlace, change: LocalChange): Promise<void> {
    await this.newest(place);
    if (!this.#options.changes.latestOf(change)) throw new RepoProblem("sentSince", place.path);
  }

  /** A local change was sent. What Auto Save stored in its place while that lasted is based on what was committed. */
  async replaceSent(place: ContentPlace, change: LocalChange, sent: SentState): Promise<void> {
    const { changes } = this.#options;
    // What can't be stored is merged with the commit, which has the change already, when it is committed again.
    try {
      await changes.remove(change.id);
      const later = changes.laterOf(change, sent.changesBefore);
      if (!later) return;
      if (later.content === change.content) return await changes.remove(later.id);
      const { committed: base } = sent;
      const { change: shown } = (await this.shown(place)) ?? {};
      // After a commit from the editor it shows no change any longer.
      const isShown = shown === undefined ? !sent.isBeside : shown === later.id;
      const { id } = await changes.rebase(later, encodeBase(base));
      if (!isShown) return;
      this.bases.stored(this.keyOf(place), { bytes: decodeBase64(later.content), base, change: id });
      if (this.stateOf(place) === "unsaved") await this.bases.unsaved(this.keyOf(place));
    } catch {
      return;
    }
  }

  /** The file was deleted: so are, of its local changes, those that are `discarded`. */
  async deleteChanges(place: ContentPlace, discarded: readonly string[]): Promise<void> {
    await this.newest(place);
    for (const { id } of this.changesOf(place)) if (discarded.includes(id)) await this.#options.changes.remove(id);
    await this.bases.forget(this.keyOf(place));
  }

  /** The file was moved: so are its local changes. Answers their ids, under the old name. */
  async moveChanges({ from, to }: FileMove): Promise<readonly string[]> {
    const { changes, documentOf } = this.#options;
    await this.newest(from);
    // What is unsaved in the editor is based on what that shows, not on what is moved.
    const textBase = await this.shown(from);
    let { change: shown } = textBase ?? {};
    const moved = this.changesOf(from);
    for (const change of moved) {
      const { id } = await changes.store({ ...change, place: documentOf(to) }, undefined);
      if (shown === change.id) shown = id;
    }
    if (textBase?.base && this.stateOf(from) !== "none")
      await this.bases.set(this.keyOf(to), textBase.base, shown);
    return moved.map(({ id }) => id);
  }
}
