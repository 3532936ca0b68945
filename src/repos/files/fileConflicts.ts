import { bytesOf, decodeBase64 } from "../../base/bytes.ts";
import { markConflicts } from "../../base/mergeTexts.ts";
import type { LocalChange, LocalChanges, NewChange } from "../../localChanges/model.ts";
import { RepoProblem } from "../problem.ts";
import type { ContentPlace } from "../types.ts";
import { type FileMerge, NeedsOtherBranch, type RepoConflict } from "./commitErrors.ts";
import type { Committer } from "./committer.ts";
import { type Base, unmarkedText } from "./fileBases.ts";
import type { TextBases } from "./textBases.ts";

interface FileConflictsDeps {
  readonly changes: LocalChanges;
  readonly committer: Committer;
  readonly textBases: TextBases;
  readonly newChange: (place: ContentPlace, content: Uint8Array, base: Base) => NewChange;
  /** Commits what the editor does not show, in place of `base` only. Throws as `RepoFiles.write`. */
  readonly commitBeside: (place: ContentPlace, bytes: Uint8Array, base: Base) => Promise<unknown>;
}

/** What a user can do about a conflict. */
export class FileConflicts {
  readonly #deps: FileConflictsDeps;

  constructor(deps: FileConflictsDeps) {
    this.#deps = deps;
  }

  /**
   * The local change with the user's side of a conflict, where the editor shows another one; undefined where it is in the
   * editor. Throws RepoProblem `outdated` when it was sent or discarded since.
   */
  async beside({ place, mine, change }: RepoConflict): Promise<LocalChange | undefined> {
    const { changes, textBases } = this.#deps;
    await textBases.newest(place);
    const { change: shown } = (await textBases.shown(place)) ?? {};
    const stored = change ?? changes.record((await textBases.ofChange(place, mine, shown))?.change ?? "");
    if (!stored) return undefined;
    const current = changes.currentOf(stored, shown);
    if (!current) throw new RepoProblem("outdated", place.path);
    return current === "shown" ? undefined : current;
  }

  /** Commits a local change that the editor does not show, in place of `base` only. Throws as `RepoFiles.write`. */
  async commit(place: ContentPlace, change: LocalChange, base: Base): Promise<void> {
    // A merge that is not done is neither side.
    const mine = this.#deps.textBases.mergeOf(change)?.mine ?? decodeBase64(change.content);
    const { changes, newChange, commitBeside } = this.#deps;
    try {
      await commitBeside(place, mine, base);
    } catch (error) {
      // The user has decided about the conflict: it is for another branch now.
      if (!(error instanceof NeedsOtherBranch)) throw error;
      const next = { ...newChange(place, mine, base), reason: "protected" } as const;
      throw error.with({ stored: await changes.store(next, change.id) });
    }
    await changes.remove(change.id);
  }

  /**
   * The user merges the two sides of a conflict: a text with both in it is stored as a local change, and nothing of it is
   * sent while it has marks. `unsaved` is what the editor has of the file and has not saved. Throws HttpError, and
   * RepoProblem `notAFile` when the file was deleted since, `outdated` when the editor's text was saved since, and `unsaved`
   * when that belongs to another change.
   */
  async begin(conflict: RepoConflict, unsaved: string | undefined): Promise<FileMerge> {
    const { place, mine } = conflict;
    const { changes, committer, textBases, newChange } = this.#deps;
    if (unsaved !== undefined && (await this.beside(conflict))) throw new RepoProblem("unsaved", place.path);
    const shown = await textBases.of(place);
    const stored = unsaved === undefined ? await textBases.ofChange(place, mine) : undefined;
    if (unsaved === undefined && !stored && textBases.stateOf(place) !== "none")
      throw new RepoProblem("outdated", place.path);
    const textBase = stored ?? shown;
    const from = textBase?.base;
    const theirs = await committer.remote(place);
    if (theirs.sha === null) throw new RepoProblem("notAFile", place.path);
    const ours = unsaved === undefined ? mine : bytesOf(unsaved);
    // A merge that is done is the user's side of the next conflict.
    const begun = textBases.mergeIn(from, unmarkedText(ours));
    const sides = begun ?? { base: from?.bytes ?? new Uint8Array(), mine: ours };
    const texts = {
      base: unmarkedText(sides.base),
      mine: unmarkedText(sides.mine),
      theirs: unmarkedText(theirs.bytes),
    };
    // What is merged so far is kept when the service has something else since then.
    const isSame = begun !== undefined && from?.sha === theirs.sha;
    const text = isSame
      ? unmarkedText(ours)
      : markConflicts(unmarkedText(from?.bytes), unmarkedText(ours), texts.theirs);
    const base = { sha: theirs.sha, bytes: theirs.bytes, merge: sides };
    const content = bytesOf(text);
    const { id } = await changes.store(newChange(place, content, base), textBase?.change);
    textBases.bases.stored(textBases.keyOf(place), { bytes: content, base, change: id });
    return { ...texts, text };
  }
}
