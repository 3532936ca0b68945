import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { UserError } from "../base/errors.ts";
import { isPassing } from "../client/errors.ts";
import type { Gist } from "../client/types/gist.ts";
import { errorText } from "../ui/errorText.ts";
import { showWarning } from "../ui/messages.ts";
import { pickOne } from "../ui/prompts.ts";
import { plainText } from "../ui/plainText.ts";
import { gistAccount } from "./gistAccount.ts";
import { filesOf, titleOf } from "./gistFacts.ts";
import type { GistsModel } from "./model.ts";
import { toUserError } from "./problemText.ts";
import type { OfferedGists } from "./offeredGists.ts";
import type { GistPlace } from "./types.ts";

interface PickDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
}

export const listedGists = async (
  { gists }: PickDeps,
  account: Account,
  offered: OfferedGists,
): Promise<readonly Gist[]> => {
  const accountId = account.profile.id;
  if (offered === "starred") return (await gists.lists.get(accountId, "starred")).gists;
  const own = await gists.lists.get(accountId, "own");
  if (offered === "unstarred") return own.gists.filter(({ id }) => gists.isStarred(accountId, id) !== true);
  const isAsked = offered === "all" && account.profile.missing?.starredGists === undefined;
  const starred = isAsked
    ? await gists.lists.get(accountId, "starred").catch((error: unknown) => {
        // What is known can be picked.
        if (own.gists.length === 0 || !isPassing(error)) throw error;
        return undefined;
      })
    : undefined;
  const others = (starred?.gists ?? []).filter(({ id }) => !own.gists.some((gist) => gist.id === id));
  return [...own.gists, ...others];
};

/** The lists from which these are offered, as far as they have further pages. */
export const furtherLists = (
  { gists }: PickDeps,
  accountId: string,
  offered: OfferedGists,
): readonly ("own" | "starred")[] => {
  const kinds = offered === "starred" ? (["starred"] as const) : (["own", "starred"] as const);
  const asked = offered === "all" ? kinds : kinds.slice(0, 1);
  return asked.filter((kind) => gists.lists.hasMore(accountId, kind));
};

/** The row of a gist in a list to select from. */
export const pickRow = (gist: Gist): vscode.QuickPickItem & { readonly gistId: string } => ({
  label: `$(${gist.public ? "globe" : "lock"}) ${plainText(titleOf(gist))}`,
  description: plainText(
    filesOf(gist)
      .map(({ filename }) => filename)
      .join(", "),
  ),
  gistId: gist.id,
});

const noneText = (offered: OfferedGists, hasOwn: boolean): string => {
  if (offered === "starred") return vscode.l10n.t("You have starred no gists yet.");
  return hasOwn ? vscode.l10n.t("You have starred all of your gists.") : vscode.l10n.t("You have no gists yet.");
};

/** Reads a page more of each list. One that fails now can be picked from all the same, and says why. */
const loadFurther = async (deps: PickDeps, accountId: string, offered: OfferedGists): Promise<void> => {
  const lists = furtherLists(deps, accountId, offered);
  const results = await Promise.allSettled(lists.map((kind) => deps.gists.loadMore(accountId, kind)));
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return;
  if (!isPassing(failed.reason)) throw failed.reason;
  void showWarning(errorText(toUserError(failed.reason)));
};

/** Asks for one of the gists that a command offers. Throws CancelledError and UserError. */
export const pickGist = async (deps: PickDeps, placeHolder: string, offered: OfferedGists): Promise<GistPlace> => {
  const account = await gistAccount(deps);
  const accountId = account.profile.id;
  // Also where nothing of what is loaded has the title that is typed.
  const more = { label: `$(ellipsis) ${vscode.l10n.t("Load more")}`, alwaysShow: true, gistId: "" };
  const list = offered === "starred" ? "starred" : "own";
  for (;;) {
    const items = listedGists(deps, account, offered).then(async (gists) => {
      const hasMore = furtherLists(deps, accountId, offered).length > 0;
      if (gists.length === 0 && !hasMore)
        throw new UserError(noneText(offered, (await deps.gists.lists.get(accountId, list)).gists.length > 0));
      const rows = gists.map(pickRow);
      return hasMore ? [...rows, more] : rows;
    });
    const picked = await pickOne(items, { placeHolder, title: nameOf(account.profile) });
    if (picked.gistId !== "") return { accountId, gistId: picked.gistId };
    await loadFurther(deps, accountId, offered);
  }
};
