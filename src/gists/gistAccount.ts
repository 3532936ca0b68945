import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { hasGists, hostOf, nameOf } from "../accounts/profile.ts";
import { ChoiceError, UserError } from "../base/errors.ts";

/** More buttons than these VS Code doesn't show in full. */
const maxChoices = 3;

/** As `activeAccount`, for what makes or lists gists. Throws UserError where its server has none. */
export const gistAccount = async (deps: { readonly accounts: AccountsModel }): Promise<Account> => {
  const account = await activeAccount(deps);
  if (hasGists(account.profile)) return account;
  const { accounts } = deps;
  const text = vscode.l10n.t("{0} doesn't offer gists.", hostOf(account.profile));
  const others = accounts.accounts.filter(({ profile }) => hasGists(profile));
  if (others.length === 0) throw new UserError(text);
  throw new ChoiceError(
    text,
    others.slice(0, maxChoices).map(({ profile }) => ({
      title: vscode.l10n.t("Switch to {0}", nameOf(profile)),
      run: () => accounts.setActive(profile.id),
    })),
  );
};
