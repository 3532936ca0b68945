import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { hasGists, hostOf, nameOf } from "../accounts/profile.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { showWarning } from "../ui/messages.ts";

/** More buttons than these VS Code doesn't show in full. */
const maxChoices = 3;

/**
 * As `activeAccount`, for what makes or lists gists. Where its server has none, offers to switch to another account and goes
 * on with that. Throws UserError when no account has gists.
 */
export const gistAccount = async (deps: { readonly accounts: AccountsModel }): Promise<Account> => {
  const account = await activeAccount(deps);
  if (hasGists(account.profile)) return account;
  const { accounts } = deps;
  const text = vscode.l10n.t("{0} doesn't offer gists.", hostOf(account.profile));
  const choices = accounts.accounts
    .filter(({ profile }) => hasGists(profile))
    .slice(0, maxChoices)
    .map(({ profile }) => ({ title: vscode.l10n.t("Switch to {0}", nameOf(profile)), id: profile.id }));
  if (choices.length === 0) throw new UserError(text);
  const answer = await showWarning(text, ...choices.map(({ title }) => title));
  const chosen = choices.find(({ title }) => title === answer);
  if (!chosen) throw new CancelledError();
  await accounts.setActive(chosen.id);
  return gistAccount(deps);
};
