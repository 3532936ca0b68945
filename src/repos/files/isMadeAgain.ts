import type { ReposModel } from "../model.ts";
import type { ContentPlace } from "../types.ts";

/** Whether a branch that was found to be none is there now: it was deleted and made again. False where that can't be read. */
export const isMadeAgain = async (repos: Pick<ReposModel, "isBranch">, place: ContentPlace): Promise<boolean> => {
  // A commit is never a branch.
  if (/^[\da-f]{40}([\da-f]{24})?$/.test(place.ref)) return false;
  try {
    return !(await repos.isBranch(place)) && (await repos.isBranch(place, "again"));
  } catch {
    return false;
  }
};
