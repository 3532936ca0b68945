import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { showWarning } from "../ui/messages.ts";
import type { Account, AccountsModel } from "./model.ts";
import { isAtServer } from "./serverAddress.ts";

const host = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?$/i;

/**
 * The account for a link to a server. A link alone never signs in and sends nothing to a server that is not known: without
 * an account there, one message offers the sign-in, which asks for the server by itself.
 */
export const linkedAccount = async (accounts: AccountsModel, server: string | undefined): Promise<Account> => {
  if (server === undefined || !host.test(server))
    throw new UserError(vscode.l10n.t("The link doesn't name a server. Ask for a new link."));
  await accounts.load();
  const find = (): Account | undefined =>
    [...(accounts.active ? [accounts.active] : []), ...accounts.accounts].find(({ profile }) =>
      isAtServer(server.toLowerCase(), profile.baseUrl),
    );
  const known = find();
  if (known) return known;
  const signIn = vscode.l10n.t("Sign In...");
  const text = vscode.l10n.t(
    "The link leads to the server {0}, where you have no account. Sign in only if you know it.",
    server,
  );
  if ((await showWarning(text, signIn)) !== signIn) throw new CancelledError();
  await accounts.signIn("another");
  const added = find();
  if (!added) throw new CancelledError();
  return added;
};
