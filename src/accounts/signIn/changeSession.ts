import * as vscode from "vscode";
import { ChoiceError, UserError } from "../../base/errors.ts";
import { gitHubSessions } from "./gitHubSession.ts";
import type { Account, AccountsModel } from "../model.ts";
import { webHostOf } from "../serverAddress.ts";
import { sessionServer } from "./sessionServer.ts";
import { askAtServer, askForSession, type SessionAccount } from "../sessions.ts";

/** VS Code answered with the session of `found`, where that of `wanted`, a login, was asked for. */
export const otherAccountError = (accounts: AccountsModel, found: SessionAccount, wanted: string): ChoiceError =>
  new ChoiceError(
    vscode.l10n.t(
      "VS Code signed in as {0}, not as {1}, so nothing was changed. Sign in as {1} in the browser, or add {0} as an account of its own.",
      found.label,
      wanted,
    ),
    [{ title: vscode.l10n.t("Sign In..."), run: () => accounts.signIn("another") }],
  );

/** VS Code's sign-in is to another server than `baseUrl`, or became so while it was asked. */
export const otherServerError = (baseUrl: string): UserError =>
  new UserError(
    vscode.l10n.t(
      "VS Code's sign-in is not to {0}, so nothing was changed. Set github-enterprise.uri to this server and try again.",
      webHostOf(baseUrl),
    ),
  );

/** Asks VS Code for a session with these scopes, and uses it from now on. False when the user leaves. */
export const changeSession = async (
  accounts: AccountsModel,
  { profile }: Account,
  scopes: readonly string[],
): Promise<boolean> => {
  await accounts.requireWritable();
  const outcome = await askAtServer(
    profile.baseUrl,
    () => sessionServer(profile.sessionProvider ?? "github"),
    () => askForSession(gitHubSessions, { ...profile, sessionScopes: scopes }),
  );
  if (outcome === "otherServer") throw otherServerError(profile.baseUrl);
  if (outcome === "declined") return false;
  if (outcome !== "granted") throw otherAccountError(accounts, outcome, profile.login);
  await accounts.setSessionScopes(profile.id, scopes);
  return true;
};
