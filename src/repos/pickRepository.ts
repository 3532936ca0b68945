import * as vscode from "vscode";
import { accountOnHost } from "../accounts/accountOnHost.ts";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { UserError } from "../base/errors.ts";
import type { Repository } from "../client/types/repository.ts";
import { pickOne } from "../ui/prompts.ts";
import { placeOf, type ReposModel } from "./model.ts";
import { pickItem } from "./pickItem.ts";
import { pickReference, type ReferenceOptions } from "./pickReference.ts";
import type { RepoReference } from "./reference.ts";
import type { RepoPlace } from "./types.ts";
import { isFiltered, noOwnText } from "./ownListText.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { repoCommands } from "../ids.ts";

/**
 * Which repositories a command offers: the account's own, those of them that it administers, or what a list has. `any` and
 * the following ones take any other repository by its name, too.
 */
export type Offered =
  | "own"
  | "administered"
  | "any"
  | "others"
  | "starred"
  | "unstarred"
  | "watched"
  | "unwatched";

interface PickDeps {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
}

/** Whether the account may change its settings, as far as the server says. */
const isAdministered = ({ permissions }: Repository): boolean => permissions?.admin !== false;

const pickOwn = async (
  { repos }: PickDeps,
  { profile }: Account,
  placeHolder: string,
  fits: (repository: Repository) => boolean,
): Promise<RepoPlace> => {
  // Also where nothing of what is loaded has the name that is typed.
  const more = { label: `$(ellipsis) ${vscode.l10n.t("Load more")}`, alwaysShow: true, repository: undefined };
  for (;;) {
    const list = await repos.list(profile.id, "own");
    if (list.items.length === 0)
      throw emptyListError(noOwnText(repos), isFiltered(repos) ? repoCommands.listOptions : repoCommands.create);
    const fitting = list.items.filter(fits);
    if (fitting.length === 0 && !list.hasMore)
      throw isFiltered(repos)
        ? emptyListError(
            vscode.l10n.t(
              "This takes an administrator, and you administer none of the repositories that the filter shows.",
            ),
            repoCommands.listOptions,
          )
        : new UserError(
            vscode.l10n.t("This takes an administrator, and you administer none of the repositories."),
          );
    const rows: readonly (vscode.QuickPickItem & { readonly repository: Repository | undefined })[] = [
      ...fitting.map((repository) => ({ ...pickItem(repository), repository })),
      ...(list.hasMore ? [more] : []),
    ];
    const { repository } = await pickOne(rows, { placeHolder, title: nameOf(profile) });
    if (repository) return placeOf(profile.id, repository);
    await repos.more(profile.id, "own");
  }
};

/** What is listed where any other can be named. */
const listOf = (
  { repos }: PickDeps,
  { profile }: Account,
  offered: Exclude<Offered, "own" | "administered">,
): Omit<ReferenceOptions, "title"> => {
  const { id, login } = profile;
  switch (offered) {
    case "any":
      return { list: "own", noneText: noOwnText(repos) };
    case "others":
      return {
        list: "starred",
        fits: ({ owner }) => owner.login !== login,
        noneText: vscode.l10n.t("You haven't starred another user's repository yet."),
      };
    case "starred":
      return { list: "starred", noneText: vscode.l10n.t("You have starred no repositories yet.") };
    case "unstarred":
      return {
        list: "own",
        fits: (repository) => !repos.isStarred(placeOf(id, repository)),
        except: "starred",
        noneText: noOwnText(repos),
        noneFitsText: vscode.l10n.t("You have starred all of your repositories."),
      };
    case "watched":
      return { list: "watched", noneText: vscode.l10n.t("You watch no repositories.") };
    case "unwatched":
      return {
        list: "own",
        fits: (repository) => !repos.isWatched(placeOf(id, repository)),
        except: "watched",
        noneText: noOwnText(repos),
        noneFitsText: vscode.l10n.t("You watch all of your repositories."),
      };
  }
};

/** Asks for a repository of the active account. Throws CancelledError, HttpError and UserError. */
export const pickRepository = async (deps: PickDeps, question: string, offered: Offered): Promise<RepoPlace> => {
  const active = await activeAccount(deps);
  if (offered === "own" || offered === "administered")
    return pickOwn(deps, active, question, offered === "own" ? () => true : isAdministered);
  const options = { title: question, ...listOf(deps, active, offered) };
  const reference = await pickReference(deps.repos, active.profile.id, options);
  if ("id" in reference)
    return placeOf(active.profile.id, await deps.repos.readById(active.profile.id, reference.id));
  const { profile } = await accountOnHost(deps, active, reference.host);
  return { accountId: profile.id, owner: reference.owner, repo: reference.repo };
};

/** Asks for a repository to open; `entered` is in the box. Throws CancelledError. */
export const pickRepositoryToOpen = (
  repos: ReposModel,
  accountId: string,
  entered: string,
): Promise<RepoReference> =>
  pickReference(repos, accountId, { title: vscode.l10n.t("Open Repository"), entered, list: "own" });
