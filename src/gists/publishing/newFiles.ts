import { fileOf } from "../gistFacts.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import type { Drafts } from "./drafts.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** The names of files that were added to a gist here, and are empty or have edits that were not published. */
export const newNamesIn = (
  { accountId, gistId }: GistPlace,
  drafts: Drafts,
  pending: PendingEdits,
): readonly string[] => {
  const isInGist = (place: FilePlace): boolean => place.accountId === accountId && place.gistId === gistId;
  const edited = pending.all.filter(({ base, place }) => base === null && isInGist(place));
  return [...drafts.newFiles, ...edited.map(({ place }) => place)]
    .filter(isInGist)
    .map(({ fileName }) => fileName);
};

export interface NewFileDeps extends Pick<FilesOptions, "gists" | "isOpen"> {
  readonly drafts: Drafts;
  readonly pending: PendingEdits;
  readonly bases: Bases;
}

/**
 * Whether the service does not have a file of a gist yet: it was added here, and is empty, has edits that were not sent, or
 * is unsaved in an editor that VS Code restored. Throws what reading the gist throws.
 */
export const isNewFile = async (
  place: FilePlace,
  { drafts, pending, bases, gists, isOpen }: NewFileDeps,
): Promise<boolean> => {
  if (drafts.hasFile(place)) return true;
  await pending.get(place);
  const edits = pending.of(place);
  if (edits.some(({ base }) => base !== null)) return false;
  if (edits.length === 0) {
    if (!isOpen(place)) return false;
    await bases.restore(place);
    // It was read from the service. Where it is not there any longer, it was deleted.
    if (typeof bases.of(place) === "string") return false;
  }
  const gist = await gists.read(place.accountId, place.gistId, { fresh: true });
  return fileOf(gist, place.fileName) === undefined;
};
