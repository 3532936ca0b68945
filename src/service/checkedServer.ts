import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Candidate, Profile } from "../accounts/profile.ts";
import { apiUrlOf } from "../accounts/serverAddress.ts";
import type { Client } from "../client/client.ts";
import { errorText } from "../ui/errorText.ts";
import { askText } from "../ui/prompts.ts";

interface CheckedServer {
  readonly profile: Profile;
  readonly client: Client;
  /** Ends a client that was made for the check. */
  readonly end: () => void;
}

const problemOf = (address: string): string | undefined => {
  try {
    apiUrlOf("other", address);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
};

/** The active account; where there is none, a server that the user names. Throws CancelledError. */
export const checkedServer = async (accounts: AccountsModel): Promise<CheckedServer> => {
  await accounts.load();
  const { active } = accounts;
  if (active) return { profile: active.profile, client: active.client, end: () => undefined };
  const gitHub = apiUrlOf("github", "");
  const address = await askText({
    title: vscode.l10n.t("Check the Connection"),
    prompt: vscode.l10n.t("You're not signed in. Enter the URL of the API of a server to check."),
    value: gitHub,
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  const baseUrl = apiUrlOf("other", address);
  const kind = baseUrl === gitHub ? "github" : "other";
  const server: Candidate = { kind, baseUrl, dialect: "github", credential: "anonymous" };
  const client = await accounts.clientWithoutToken(server);
  return { profile: { ...server, id: "", login: "" }, client, end: () => client.dispose() };
};
