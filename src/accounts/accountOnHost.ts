import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { showWarning } from "../ui/messages.ts";
import type { Account, AccountsModel } from "./model.ts";
import { isAtServer } from "./serverAddress.ts";

export const noAccountText = (host: string): string =>
  vscode.l10n.t("You have no account on {0}. Sign in there first.", host);

/**
 * Says that no account is on the host, and leads through the sign-in there when the user wants it: an address alone must
 * not send a token to its server, nor stand in the box where the user enters one. Throws CancelledError.
 */
export const signInOnHost = async (accounts: Pick<AccountsModel, "signIn">, host: string): Promise<void> => {
  const signIn = vscode.l10n.t("Sign In...");
  if ((await showWarning(noAccountText(host), signIn)) !== signIn) throw new CancelledError();
  await accounts.signIn("another");
};

/**
 * The account for an address that was typed or pasted: of several on its host the active one; without a host the active one
 * in any case. Where none is there, the user can sign in first. Throws CancelledError, and UserError after a sign-in elsewhere.
 */
export const accountOnHost = async (
  { accounts }: { readonly accounts: Pick<AccountsModel, "accounts" | "signIn"> },
  active: Account,
  host: string | undefined,
): Promise<Account> => {
  if (host === undefined) return active;
  const find = (): Account | undefined =>
    [active, ...accounts.accounts].find(({ profile }) => isAtServer(host, profile.baseUrl));
  const known = find();
  if (known) return known;
  await signInOnHost(accounts, host);
  const added = find();
  if (!added) throw new UserError(noAccountText(host));
  return added;
};
