import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { gitHubSessions } from "./gitHubSession.ts";
import type { Account, AccountsModel } from "./model.ts";
import { askForSession, type SessionAccount } from "./sessions.ts";

/** VS Code answered with the session of `found`, where that of `wanted`, a login, was asked for. */
export const otherAccountError = (found: SessionAccount, wanted: string): UserError =>
  new UserError(
    vscode.l10n.t(
      "VS Code signed in as {0}, not as {1}, so nothing was changed. Sign in as {1} in the browser, or run Forgeside: Sign In to add {0}.",
      found.label,
      wanted,
    ),
  );

/** Asks VS Code for a session with these scopes, and uses it from now on. False when the user leaves. */
export const changeSession = async (
  accounts: AccountsModel,
  { profile }: Account,
  scopes: readonly string[],
): Promise<boolean> => {
  await accounts.requireWritable();
  const outcome = await askForSession(gitHubSessions, { ...profile, sessionScopes: scopes });
  if (outcome === "declined") return false;
  if (outcome !== "granted") throw otherAccountError(outcome, profile.login);
  await accounts.setSessionScopes(profile.id, scopes);
  return true;
};
