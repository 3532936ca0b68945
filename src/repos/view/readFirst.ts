import type { Account } from "../../accounts/model.ts";
import { isPartial } from "../../accounts/permissions/partialRows.ts";
import { HttpError } from "../../client/errors.ts";
import { NotOfferedError } from "../../client/notOffered.ts";
import type { ReposModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { RepoListKind } from "../types.ts";
import type { RepoRoots } from "./roots.ts";

/** The lists that each account has. */
export const fixedLists: readonly RepoListKind[] = ["own", "starred", "watched"];

interface Deps {
  readonly repos: ReposModel;
  readonly roots: RepoRoots;
}

/** Whether it is certain that the account has no repositories in any list. */
const hasNothing = async ({ repos, roots }: Deps, account: Account): Promise<boolean> => {
  const { id, credential } = account.profile;
  if (credential === "anonymous" || roots.of(id).lists.length > 0 || roots.ownOptions.type !== "all") return false;
  if (isPartial(account, "repos.getAll")) return false;
  // The others are read only where there are no own ones.
  for (const kind of fixedLists) {
    const { items, hasMore, staleness } = await repos.list(id, kind);
    if (items.length > 0 || hasMore || staleness) return false;
  }
  return true;
};

/** Reads enough to know whether there are rows. Throws why nothing can be read, where no row could stay. */
export const readFirst = async (deps: Deps, account: Account): Promise<"nothing" | "rows"> => {
  const { id } = account.profile;
  if (deps.roots.of(id).opened.length > 0) return "rows";
  try {
    const own = await deps.repos.list(id, "own");
    if (own.items.length > 0) return "rows";
  } catch (error) {
    // Its row leads to the permission, or says that the server has none.
    if (!HttpError.is(error, "permission") && !(error instanceof NotOfferedError)) throw toUserError(error);
    return "rows";
  }
  // The row of a list that can't be read says why.
  return (await hasNothing(deps, account).catch(() => false)) ? "nothing" : "rows";
};
