import { utf8Text } from "../../base/bytes.ts";
import type { Gist, GistFile } from "../../client/types/gist.ts";
import { fileOf, filesOf, titleOf } from "../gistFacts.ts";
import { GistProblem } from "../problem.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { FileEdit } from "../publishing/publishEdits.ts";
import type { GistPlace } from "../types.ts";
import { differencesOf, type ReadFile } from "./differences.ts";

/** What makes a gist what it was; nothing was sent yet. */
export interface RestorePlan {
  readonly edits: readonly FileEdit[];
  /** Files that stay as they are, since the service takes neither what is not text nor what is empty. */
  readonly left: readonly string[];
  /** False when the service would not take a file that it has now. */
  readonly canBeUndone: boolean;
}

interface Reading {
  /** A file's bytes. */
  readonly read: ReadFile;
  /** The text that an edit of the file is held against. */
  readonly shown: (file: GistFile) => Promise<string>;
}

/** Undefined for what the service does not take. */
const sendableText = (bytes: Uint8Array): string | undefined => {
  const text = utf8Text(bytes);
  return text === "" || text?.includes("\0") ? undefined : text;
};

/** The names of files by what the plan does with them. */
export interface RestoredFiles {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly deleted: readonly string[];
}

export const filesOfPlan = ({ edits }: RestorePlan): RestoredFiles => ({
  changed: edits.flatMap(({ name, base, mine }) => (base !== null && mine !== null ? [name] : [])),
  added: edits.flatMap(({ name, base }) => (base === null ? [name] : [])),
  deleted: edits.flatMap(({ name, mine }) => (mine === null ? [name] : [])),
});

/**
 * Compares the gist as it is now with what it was. Throws HttpError, and GistProblem `tooManyFiles` when the service does
 * not list all files: one that it leaves out would be deleted. Throws GistProblem `binary` when no file could be restored.
 */
export const planRestore = async (current: Gist, former: Gist, { read, shown }: Reading): Promise<RestorePlan> => {
  if (current.truncated || former.truncated) throw new GistProblem("tooManyFiles", titleOf(current));
  const edits: FileEdit[] = [];
  const left: string[] = [];
  let canBeUndone = true;
  for (const { name } of await differencesOf(current, former, read)) {
    const [now, then] = [fileOf(current, name), fileOf(former, name)];
    const mine = then ? sendableText(await read(then)) : null;
    if (mine === undefined) {
      left.push(name);
      continue;
    }
    const base = now ? await shown(now) : null;
    if (mine === null) {
      if (base !== null) edits.push({ name, base, mine });
    } else if (mine !== base) edits.push({ name, base, mine });
    if (now && sendableText(await read(now)) === undefined) canBeUndone = false;
  }
  const deleted = edits.filter(({ mine }) => mine === null).length;
  const added = edits.filter(({ base }) => base === null).length;
  // A gist has at least one file.
  const [first] = left;
  if (first !== undefined && deleted === filesOf(current).length && added === 0)
    throw new GistProblem("binary", first);
  return { edits, left, canBeUndone };
};

/** What became of a restore. */
export interface RestoreResult {
  /** What leads back to what the gist was before. */
  readonly undo: readonly FileEdit[];
  /** Files that another user changed since the plan was made: they are as that user left them. */
  readonly changed: readonly string[];
  /** Files that another user deleted since the plan was made, and that the gist doesn't have. */
  readonly deleted: readonly string[];
  readonly isMerged: boolean;
}

/**
 * Publishes the edits of a plan in one call, never over another user's change. Throws HttpError, also when it is not known
 * whether they were made.
 */
export const sendRestore = async (
  publisher: Pick<GistPublisher, "publishFiles">,
  place: GistPlace,
  edits: readonly FileEdit[],
): Promise<RestoreResult> => {
  const outcomes = await publisher.publishFiles(place, edits);
  const undo: FileEdit[] = [];
  const changed: string[] = [];
  const deleted: string[] = [];
  let isMerged = false;
  for (const { name, base, mine } of edits) {
    const outcome = outcomes.get(name);
    if (!outcome) continue;
    if (outcome.kind === "conflict") {
      (outcome.theirs === null ? deleted : changed).push(name);
      continue;
    }
    isMerged ||= outcome.kind === "merged";
    // What another user has done already is not ours to undo.
    if (outcome.kind === "unchanged") continue;
    if (base !== null) undo.push({ name, base: mine, mine: base });
    else if (mine !== null) undo.push({ name, base: mine, mine: base });
  }
  return { undo, changed, deleted, isMerged };
};
