import { fileOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";
import type { Drafts } from "./drafts.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/**
 * Whether the service does not have a file of a gist yet: it was added here, and is empty or has edits that were not sent.
 * Throws what reading the gist throws.
 */
export const isUnpublishedFile = async (
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
