import type { GistsModel } from "../model.ts";
import { Drafts } from "./drafts.ts";
import type { PendingEdit } from "./pendingEdit.ts";

/**
 * Whether a refused edit can go to a fork: its gist belongs to another user, as far as is known. Not one that is to be
 * created, nor one's own, nor one that no longer exists.
 */
export const isForkable = (gists: Pick<GistsModel, "knownMine">, { place, state, reason }: PendingEdit): boolean =>
  state === "refused" &&
  !Drafts.isDraftId(place.gistId) &&
  (reason === "forbidden" || reason === undefined) &&
  gists.knownMine(place) !== true;

/** As `isForkable`, of a gist that is known to be another user's. */
export const isForeign = (gists: Pick<GistsModel, "knownMine">, edit: PendingEdit): boolean =>
  isForkable(gists, edit) && gists.knownMine(edit.place) === false;
