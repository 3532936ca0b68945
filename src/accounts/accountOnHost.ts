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
        await accounts.signIn({ host });
        if (isThere()) await again();
      },
    },
  ]);

interface AccountsDeps {
  readonly accounts: Pick<AccountsModel, "accounts" | "signIn">;
}

/** Of several accounts on the host the active one. */
const findOn = ({ accounts }: AccountsDeps, active: Account, host: string): Account | undefined =>
  [active, ...accounts.accounts].find(({ profile }) => isAtServer(host, profile.baseUrl));

/**
 * The account for an address that was typed or pasted, without a host the active one. Throws ChoiceError where none is there: an address alone must not
 * send a token to its server. `again` does what was asked for, after the sign-in.
 */
export const accountOnHost = (
  deps: AccountsDeps,
  active: Account,
  host: string | undefined,
  again: () => unknown,
): Account => {
  if (host === undefined) return active;
  const found = findOn(deps, active, host);
  if (found) return found;
  throw noAccountOn(host, deps.accounts, () => findOn(deps, active, host) !== undefined, again);
};

/** As `accountOnHost`, for a command that goes on after the sign-in. Throws CancelledError and UserError. */
export const signedInOnHost = async (
  deps: AccountsDeps,
  active: Account,
  host: string | undefined,
): Promise<Account> => {
  if (host === undefined) return active;
  const found = findOn(deps, active, host);
  if (found) return found;
  await deps.accounts.signIn({ host });
  const added = findOn(deps, active, host);
  if (!added) throw new UserError(noAccountText(host));
  return added;
};
