import * as vscode from "vscode";
import { activeAccount } from "../../accounts/activeAccount.ts";
import { CancelledError, UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import type { ManageDeps } from "./commands.ts";
import { groupLabel } from "../view/nodes.ts";
import { nodeOf, type RepoGroupNode } from "../nodeTypes.ts";
import { selectedItems } from "../../ui/selectedItems.ts";
import { kindOfList, type RepoListKind } from "../types.ts";

/** Asks which repositories of a user to show. Throws CancelledError. */
const pickLists = async (login: string): Promise<readonly RepoListKind[]> => {
  const rows = [
    { label: vscode.l10n.t("Repositories"), list: `user:${login}` as const, picked: true },
    { label: vscode.l10n.t("Starred repositories"), list: `starredBy:${login}` as const },
    { label: vscode.l10n.t("Watched repositories"), list: `watchedBy:${login}` as const },
  ];
  const picked = await vscode.window.showQuickPick<(typeof rows)[number]>(rows, {
    canPickMany: true,
    placeHolder: vscode.l10n.t("Select what to show of {0}", login),
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ list }) => list);
};

/** Shows the lists of an organization or user in the view. */
export const addOwner = async (deps: ManageDeps, given: unknown): Promise<void> => {
  const account = await activeAccount(deps);
  const accountId = account.profile.id;
  const name =
    typeof given === "string"
      ? given
      : await askText({
          title: vscode.l10n.t("Show Repositories of an Organization or User"),
          prompt: vscode.l10n.t("Enter the name of the organization or user."),
          placeHolder: "octocat",
        });
  const login = name.trim().replace(/^@/, "");
  if (!/^[\w][\w.-]{0,99}$/.test(login))
    throw new UserError(vscode.l10n.t("That isn't a valid name of an organization or user."));
  const exists = async (list: RepoListKind): Promise<boolean> => {
    try {
      await deps.repos.list(accountId, list);
      return true;
    } catch (error) {
      if (HttpError.is(error, "notFound")) return false;
      throw error;
    }
  };
  const list = await withProgress(vscode.l10n.t("Reading the repositories of {0}…", login), async () => {
    if (await exists(`org:${login}`)) return `org:${login}` as const;
    return (await exists(`user:${login}`)) ? (`user:${login}` as const) : undefined;
  });
  if (!list)
    throw new UserError(
      vscode.l10n.t("There is no organization or user {0} on this server that this account may see.", login),
    );
  for (const each of kindOfList(list) === "user" && typeof given !== "string" ? await pickLists(login) : [list])
    deps.roots.addList(accountId, each);
};

export const removeOwner = async (deps: ManageDeps, target: unknown, nodes: unknown): Promise<void> => {
  const selected = selectedItems(
    nodes,
    (row) => {
      const { kind, accountId, list } = nodeOf(row) as Partial<RepoGroupNode>;
      return kind === "group" && accountId !== undefined && list !== undefined ? { accountId, list } : undefined;
    },
    ({ accountId, list }) => `${accountId}/${list}`,
  );
  for (const { accountId, list } of selected) deps.roots.removeList(accountId, list);
  if (selected.length > 0) return;
  const node = nodeOf(target);
  if (node.kind === "group" && node.accountId !== undefined && node.list !== undefined) {
    deps.roots.removeList(node.accountId, node.list);
    return;
  }
  const account = await activeAccount(deps);
  const { lists } = deps.roots.of(account.profile.id);
  if (lists.length === 0) throw new UserError(vscode.l10n.t("The view shows no organizations or users."));
  const rows = lists.map((list) => ({ label: plainText(groupLabel(list)), list }));
  const { list } = await pickOne(rows, {
    placeHolder: vscode.l10n.t("Select a user or organization to remove from the view"),
  });
  deps.roots.removeList(account.profile.id, list);
};
