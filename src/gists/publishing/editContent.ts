import type { FilePlace } from "../types.ts";
import { originsOf } from "./origins.ts";
import type {
  EditContent,
  EditReason,
  Merge,
  PendingEdit,
  PendingState,
  Sides,
  UnconfirmedWrite,
} from "./pendingEdit.ts";

interface Given extends Sides {
  readonly place: FilePlace;
  readonly state: PendingState;
  readonly reason?: EditReason | undefined;
  readonly unconfirmed: readonly UnconfirmedWrite[];
  readonly merge?: Merge | undefined;
}

/** How many former records of an edit are remembered. */
const maxFormerIds = 200;

/** The ids by which other windows may know the edit, for a record that takes the place of `before`. */
export const formerIdsAfter = (before: PendingEdit | undefined): Pick<PendingEdit, "formerIds"> =>
  before ? { formerIds: [...(before.formerIds ?? []), before.id].slice(-maxFormerIds) } : {};

/** What is stored of an edit in place of `before`. `now`: milliseconds since 1970-01-01T00:00:00Z. */
export const editContent = async (
  { place, state, base, mine, origin, isAutomatic, reason, unconfirmed, merge }: Given,
  before: PendingEdit | undefined,
  now: number,
): Promise<EditContent> => {
  const { unconfirmed: _unconfirmed, ...origins } = await originsOf(before ?? origin, mine);
  return {
    place,
    state,
    base,
    mine,
    since: before?.since ?? now,
    changed: before?.mine === mine ? before.changed : now,
    ...(reason === undefined ? {} : { reason }),
    ...origins,
    ...(unconfirmed.length === 0 ? {} : { unconfirmed }),
    ...(merge === undefined ? {} : { merge }),
    ...(isAutomatic ? { isAutomatic } : {}),
  };
};
