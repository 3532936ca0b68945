import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { UserError } from "../base/errors.ts";
import type { Repository } from "../client/types/repository.ts";
import { plainText } from "../ui/plainText.ts";
import { pickOne } from "../ui/prompts.ts";
import { placeOf, type ReposModel } from "./model.ts";
import type { RepoTreeNode } from "./nodeTypes.ts";
import type { RepoPlace } from "./types.ts";
import { contentPlaceOf } from "./uri.ts";

export interface TargetDeps {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
}

/** The repository that a row, an editor's title or the active editor stands for. */
export const givenPlace = (target: unknown): RepoPlace | undefined => {
  const node = typeof target === "object" && target !== null ? (target as Partial<RepoTreeNode>) : undefined;
  if (node && "place" in node && node.place) {
    const { accountId, owner, repo } = node.place;
    return { accountId, owner, repo };
  }
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const place = uri && contentPlaceOf(uri);
  return place && { accountId: place.accountId, owner: place.owner, repo: place.repo };
};

/** The account of a place. Throws SignedOutError. */
export const accountOf = ({ accounts }: Pick<TargetDeps, "accounts">, { accountId }: RepoPlace): Account =>
  requireAccount(accounts, accountId);

/** A repository in a list to pick from. */
export const pickItem = (repository: Repository): vscode.QuickPickItem => ({
  label: `$(${repository.private ? "lock" : "repo"}) ${plainText(repository.full_name)}`,
  description: plainText(repository.description ?? ""),
});

/** Whether the account may change its settings, as far as the server says. */
const isAdministered = ({ permissions }: Repository): boolean => permissions?.admin !== false;

const pickRepository = async (
  deps: TargetDeps,
  placeHolder: string,
  fits: (repository: Repository) => boolean,
): Promise<RepoPlace> => {
  const account = await activeAccount(deps);
  const accountId = account.profile.id;
  // Also where nothing of what is loaded has the name that is typed.
  const more = { label: `$(ellipsis) ${vscode.l10n.t("Load more")}`, alwaysShow: true, repository: undefined };
  for (;;) {
    const list = await deps.repos.list(accountId, "own");
    if (list.items.length === 0) throw new UserError(vscode.l10n.t("You have no repositories yet."));
    const fitting = list.items.filter(fits);
    if (fitting.length === 0 && !list.hasMore)
      throw new UserError(
        vscode.l10n.t("This takes an administrator, and you administer none of the repositories."),
      );
    const rows: readonly (vscode.QuickPickItem & { readonly repository: Repository | undefined })[] = [
      ...fitting.map((repository) => ({ ...pickItem(repository), repository })),
      ...(list.hasMore ? [more] : []),
    ];
    const { repository } = await pickOne(rows, { placeHolder, title: nameOf(account.profile) });
    if (repository) return placeOf(accountId, repository);
    await deps.repos.more(accountId, "own");
  }
};

/** The given repository, or the one that the user picks: of all, or of those that the account administers. */
export const targetPlace = async (
  deps: TargetDeps,
  target: unknown,
  placeHolder: string,
  offered: "all" | "administered" = "all",
): Promise<RepoPlace> => {
  await deps.accounts.load();
  const fits = offered === "all" ? () => true : isAdministered;
  return givenPlace(target) ?? (await pickRepository(deps, placeHolder, fits));
};
