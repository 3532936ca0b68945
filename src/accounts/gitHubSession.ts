import * as vscode from "vscode";
import type { SessionSource } from "./sessions.ts";

/** The scopes that gists need, and no more. */
const scopes = ["gist"];

/** VS Code's own sign-in to GitHub.com. */
export const gitHubSessions: SessionSource = {
  getAccounts: () => vscode.authentication.getAccounts("github"),
  getSession: ({ ask, account }) => {
    const given = account ? { account } : {};
    return vscode.authentication.getSession(
      "github",
      scopes,
      ask ? { createIfNone: true, ...given } : { silent: true, ...given },
    );
  },
};
