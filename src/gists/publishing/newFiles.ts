import { fileOf } from "../gistFacts.ts";
import type { FilePlace, GistPlace } from "../types.ts";
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

/**
 * Whether the service does not have a file of a gist yet: it was added here, and is empty or has edits that were not sent.
 * Throws what reading the gist throws.
 */
export const isNewFile = async (
  place: FilePlace,
  drafts: Drafts,
  pending: PendingEdits,
  gists: FilesOptions["gists"],
): Promise<boolean> => {
  if (drafts.hasFile(place)) return true;
  await pending.get(place);
  const edits = pending.of(place);
  if (edits.length === 0 || edits.some(({ base }) => base !== null)) return false;
  const gist = await gists.read(place.accountId, place.gistId, { fresh: true });
  return fileOf(gist, place.fileName) === undefined;
};
