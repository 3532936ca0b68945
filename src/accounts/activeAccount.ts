import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { accountCommands } from "../ids.ts";
import type { Account, AccountsModel } from "./model.ts";

/** The account that commands act on. Asks to sign in when there is none. Throws CancelledError when the user leaves. */
export const activeAccount = async ({ accounts }: { readonly accounts: AccountsModel }): Promise<Account> => {
  await accounts.load();
  if (!accounts.active) await vscode.commands.executeCommand(accountCommands.signIn);
  const account = accounts.active;
  if (!account) throw new CancelledError();
  return account;
};
