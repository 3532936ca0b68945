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
import type { GistPlace } from "./types.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { gistCommands } from "../ids.ts";

/** Which gists a command offers: own ones and starred ones, or some of them. */
export type OfferedGists = "all" | "mine" | "starred" | "unstarred";

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

/**
 * The lists from which these are offered, as far as they have further pages. Not one whose first page can't be read: it is
 * asked for again each time the gists are listed.
 */
export const furtherLists = (
  { gists: { lists } }: PickDeps,
  { profile }: Account,
  offered: OfferedGists,
): readonly ("own" | "starred")[] => {
  const main: "own" | "starred" = offered === "starred" ? "starred" : "own";
  const others = offered === "all" && profile.missing?.starredGists === undefined ? (["starred"] as const) : [];
  const known = others.filter((kind) => lists.known(profile.id, kind).length > 0);
  const asked: readonly ("own" | "starred")[] = [main, ...known];
  return asked.filter((kind) => lists.hasMore(profile.id, kind));
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

const noneError = (offered: OfferedGists, hasOwn: boolean): UserError => {
  if (offered === "starred") return new UserError(vscode.l10n.t("You have starred no gists yet."));
  return hasOwn
    ? new UserError(vscode.l10n.t("You have starred all of your gists."))
    : emptyListError(vscode.l10n.t("You have no gists yet."), gistCommands.create);
};

const warn = (error: unknown): void => void showWarning(errorText(toUserError(error)));

/** Reads a page more of each list. Throws where that fails for good, or for all of them; otherwise says what failed. */
export const loadFurther = async (deps: PickDeps, account: Account, offered: OfferedGists): Promise<void> => {
  const results = await Promise.allSettled(
    furtherLists(deps, account, offered).map((kind) => deps.gists.loadMore(account.profile.id, kind)),
  );
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (failures.length === 0) return;
  const lasting = failures.find((error) => !isPassing(error));
  if (lasting !== undefined) throw lasting;
  if (failures.length === results.length) throw failures[0];
  warn(failures[0]);
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
      const hasMore = furtherLists(deps, account, offered).length > 0;
      if (gists.length === 0 && !hasMore)
        throw noneError(offered, (await deps.gists.lists.get(accountId, list)).gists.length > 0);
      const rows = gists.map(pickRow);
      return hasMore ? [...rows, more] : rows;
    });
    const picked = await pickOne(items, { placeHolder, title: nameOf(account.profile) });
    if (picked.gistId !== "") return { accountId, gistId: picked.gistId };
    // What is there can be picked all the same.
    await loadFurther(deps, account, offered).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      warn(error);
    });
  }
};
