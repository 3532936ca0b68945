import * as vscode from "vscode";

/** The scopes that gists need, and no more. */
const scopes = ["gist"];

/** VS Code's own sign-in to GitHub.com. Without `createIfNone` nothing is shown. */
export const gitHubSession = async (options: {
  createIfNone: boolean;
}): Promise<vscode.AuthenticationSession | undefined> => {
  const session = await vscode.authentication.getSession(
    "github",
    scopes,
    options.createIfNone ? { createIfNone: true } : { silent: true },
  );
  return session;
};
