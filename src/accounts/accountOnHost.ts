import * as vscode from "vscode";
import { ChoiceError, UserError } from "../base/errors.ts";
import type { Account, AccountsModel } from "./model.ts";
import { isAtServer } from "./serverAddress.ts";

export const noAccountText = (host: string): string =>
  vscode.l10n.t("You have no account on {0}. Sign in there first.", host);

/** What says that no account is on the host, with a button to sign in; `again` is called when one `isThere` then. */
export const noAccountOn = (
  host: string,
  accounts: Pick<AccountsModel, "signIn">,
  isThere: () => boolean,
  again: () => unknown,
): ChoiceError =>
  new ChoiceError(noAccountText(host), [
    {
      title: vscode.l10n.t("Sign In..."),
      run: async () => {
        await accounts.signIn("another");
        if (isThere()) await again();
      },
    },
  ]);

const findOn = (host: string, all: readonly Account[]): Account | undefined =>
  all.find(({ profile }) => isAtServer(host, profile.baseUrl));

/**
 * The account for an address that was typed or pasted: of several at its host the active one; without
 * a host that in any case. Throws ChoiceError where none is there: an address alone must not send a token to its server.
 * `again` does what was asked for, after the sign-in.
 */
export const accountOnHost = (
  { accounts }: { readonly accounts: Pick<AccountsModel, "accounts" | "signIn"> },
  active: Account,
  host: string | undefined,
  again: () => unknown,
): Account => {
  if (host === undefined) return active;
  const found = findOn(host, [active, ...accounts.accounts]);
  if (found) return found;
  throw noAccountOn(host, accounts, () => findOn(host, accounts.accounts) !== undefined, again);
};

/** As `accountOnHost`, for a command that goes on after the sign-in. Throws CancelledError and UserError. */
export const signedInOnHost = async (
  { accounts }: { readonly accounts: Pick<AccountsModel, "accounts" | "signIn"> },
  active: Account,
  host: string | undefined,
): Promise<Account> => {
  if (host === undefined) return active;
  const found = findOn(host, [active, ...accounts.accounts]);
  if (found) return found;
  await accounts.signIn("another");
  const added = findOn(host, accounts.accounts);
  if (!added) throw new UserError(noAccountText(host));
  return added;
};
