import type { Clock } from "../../base/clock.ts";
import type { ReposModel } from "../model.ts";
import { type ContentPlace, keyOf } from "../types.ts";

/** Milliseconds within which a ref that is no branch isn't read again: a search at a tag reads many files. */
const freshMs = 60_000;

/** Answers whether a branch that was deleted is there again; false where that can't be read, or was read just now. */
export const recreatedBranches = (
  repos: Pick<ReposModel, "isBranch">,
  clock: Clock,
): ((place: ContentPlace) => Promise<boolean>) => {
  const asked = new Map<string, number>();
  return async (place) => {
    // A commit is never a branch.
    if (/^[\da-f]{40}([\da-f]{24})?$/.test(place.ref)) return false;
    const key = `${keyOf(place)}/${place.ref}`;
    try {
      if (await repos.isBranch(place)) return false;
      const now = clock.now();
      if (now - (asked.get(key) ?? -Infinity) < freshMs) return false;
      asked.set(key, now);
      return await repos.isBranch(place, { reread: true });
    } catch {
      return false;
    }
  };
};
