import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { hostOf } from "../accounts/profile.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { UserError } from "../base/errors.ts";
import type { RepoPlace, RepoPort } from "../repos/types.ts";
import { ownPage, repositoryPage } from "./page.ts";
import type { EventNode } from "./nodeTypes.ts";

export interface OpenDeps {
  readonly accounts: AccountsModel;
  readonly repos: () => Promise<Pick<RepoPort, "reveal" | "openCommit" | "openChanges" | "openHere">>;
  readonly openGist: (accountId: string, gistId: string) => Promise<void>;
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

/** The event's page at the account's own server; undefined when it names none that is there. */
export const pageOf = ({ accounts }: Pick<OpenDeps, "accounts">, { place, eventText, activity }: EventNode) => {
  const baseUrl = accounts.get(place.accountId)?.profile.baseUrl;
  if (baseUrl === undefined) return { page: undefined, repository: undefined };
  return {
    page: ownPage(eventText.description.page, baseUrl),
    repository: activity.repository === "" ? undefined : repositoryPage(activity.repository, baseUrl),
  };
};

export const openInBrowser = async (deps: OpenDeps, node: EventNode): Promise<void> => {
  const { accountId } = node.place;
  const account = requireAccount(deps.accounts, accountId);
  const { page, repository } = pageOf(deps, node);
  const url = page ?? repository;
  if (url === undefined)
    throw new UserError(
      vscode.l10n.t("The event names no page on {0}. Nothing was opened.", hostOf(account.profile)),
    );
  await deps.openPage(accountId, url);
};

const placeOf = (accountId: string, fullName: string): RepoPlace => {
  const [owner = "", repo = ""] = fullName.split("/");
  return { accountId, owner, repo };
};

/** Opens the thing itself: what VS Code can show there, anything else in the browser. */
export const openEvent = async (deps: OpenDeps, node: EventNode): Promise<void> => {
  const { repos, openGist } = deps;
  const { accountId } = node.place;
  const { target } = node.eventText.description;
  switch (target.kind) {
    case "repository":
      return (await repos()).reveal(placeOf(accountId, target.repository));
    case "commit":
      return (await repos()).openCommit(placeOf(accountId, target.repository), target.sha);
    case "changes":
      return (await repos()).openChanges(placeOf(accountId, target.repository), target.base, target.head);
    case "gist":
      return openGist(accountId, target.id);
    case "page":
      return openInBrowser(deps, node);
  }
};
