import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import type { Drafts } from "./drafts.ts";
import type { PendingEdits } from "./pendingEdits.ts";

interface FollowDeps {
  readonly drafts: Drafts;
  readonly pending: PendingEdits;
  readonly bases: Bases;
}

/**
 * Before a save: when another window has renamed the file of the edit that the document shows, its text is one of the file
 * with the new name from now on, not a second file.
 */
export const followRenamed = async ({ drafts, pending, bases }: FollowDeps, given: FilePlace): Promise<void> => {
  const place = drafts.resolve(given);
  await bases.restore(place);
  const shown = bases.editOf(place);
  if (shown === undefined) return;
  await pending.get(place);
  if (pending.record(shown)) return;
  // Only its own name was read: an edit of another name is stored elsewhere.
  await pending.refresh();
  const edit = pending.renamed(shown, place);
  if (!edit) return;
  // What that window has saved since is stored beside this text, as it is without a new name.
  const isSame = bases.hasTextOf(place, edit);
  drafts.noteRenamed(given, edit.place.fileName);
  bases.move(place, drafts.resolve(given), isSame ? edit : undefined);
  bases.forget(place);
};
