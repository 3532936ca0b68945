import type { FilePlace } from "../types.ts";
import { type PendingEdit, type Saved, type Sides, withoutUnconfirmed } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** The stored edit that a saved text takes the place of, and what the text is based on. */
export const beginEdit = async (
  pending: PendingEdits,
  place: FilePlace,
  { base, mine, edit, editText, isRebased }: Saved,
): Promise<{ readonly before: PendingEdit | undefined; readonly sides: Sides }> => {
  await pending.get(place);
  const sent = editText === undefined || isRebased ? undefined : editText;
  const begun = edit === undefined && sent !== undefined ? pending.begunElsewhere(place, sent) : undefined;
  const found = edit === undefined ? begun : pending.record(edit);
  const before = found && isRebased ? withoutUnconfirmed(found) : found;
  const origin = before ?? (sent === undefined ? undefined : { mine: sent, grewFrom: sent });
  return { before, sides: { base: before && !isRebased ? before.base : base, mine, origin } };
};
