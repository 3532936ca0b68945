import * as vscode from "vscode";
import { treeItem } from "../tree/item.ts";
import type { Account, AccountsModel } from "./model.ts";
import { nameOf } from "./profile.ts";

/** Why an account can't be used; empty when it can. */
export const problemNote = ({ problem }: Account): string => {
  if (problem === "refused") return vscode.l10n.t("token refused");
  return problem === "noToken" ? vscode.l10n.t("no token") : "";
};

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The row of an account in a view that has several. `context` is made by `contextValue`; `spoken` is what a screen reader says before the notes. */
export const accountRow = (
  accounts: AccountsModel,
  { id, account }: { readonly id: string; readonly account: Account },
  context: string,
  spoken: string,
): vscode.TreeItem => {
  const isActive = accounts.active?.profile.id === id;
  return treeItem(
    {
      id,
      label: nameOf(account.profile),
      notes: [isActive ? vscode.l10n.t("active") : "", problemNote(account)],
      icon: account.problem ? "warning" : "account",
      context,
      spoken,
    },
    isActive ? Expanded : Collapsed,
  );
};
