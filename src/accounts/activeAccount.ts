import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import type { Account, AccountsModel } from "./model.ts";

/** The account that commands act on. Throws UserError when nobody is signed in. */
export const activeAccount = async ({ accounts }: { readonly accounts: AccountsModel }): Promise<Account> => {
  await accounts.load();
  const account = accounts.active;
  if (!account)
    throw new UserError(vscode.l10n.t("You are not signed in. Run Forgeside: Sign In, or try the sandbox."));
  return account;
};
