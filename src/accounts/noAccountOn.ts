import * as vscode from "vscode";
import { ChoiceError } from "../base/errors.ts";
import { accountCommands } from "../ids.ts";
import type { AccountsModel } from "./model.ts";
import { isAtServer } from "./serverAddress.ts";

/** That no account is signed in to a server, such as `github.com`; `again` does what was asked for after the sign-in. */
export const noAccountOn = (
  { accounts }: { readonly accounts: Pick<AccountsModel, "accounts"> },
  host: string,
  again: () => unknown,
): ChoiceError =>
  new ChoiceError(vscode.l10n.t("You have no account on {0}. Sign in there first.", host), [
    {
      title: vscode.l10n.t("Sign In..."),
      run: async () => {
        await vscode.commands.executeCommand(accountCommands.signIn);
        if (accounts.accounts.some(({ profile }) => isAtServer(host, profile.baseUrl))) await again();
      },
    },
  ]);
