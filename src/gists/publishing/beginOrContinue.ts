import { hasMarks, markConflicts, mineOfMarked } from "../../base/mergeTexts.ts";
import type { EditConflict } from "./editConflict.ts";
import type { Merge, PendingEdit } from "./pendingEdit.ts";

/**
 * What is stored of a merge. `ours` is the user's side, or what is merged so far of `stored`: then nothing of that is lost,
 * though a merge editor starts over with a text that has marks.
 */
export const beginOrContinue = (
  { base, theirs }: Pick<EditConflict, "base" | "theirs">,
  stored: PendingEdit | undefined,
  ours: string,
): Pick<Merge, "text" | "theirs"> & { readonly mine: string } => {
  const begun = stored?.merge;
  // It is finished on what it began with: the save finds out what the service has since then.
  if (begun && !hasMarks(ours)) return { mine: stored.mine, theirs: begun.theirs, text: ours };
  const mine = begun ? mineOfMarked(ours, begun.theirs ?? "") : ours;
  const text = begun?.theirs === theirs ? ours : markConflicts(base ?? "", mine, theirs ?? "");
  return { mine, theirs, text };
};
