import * as vscode from "vscode";
import type { SessionSource } from "../sessions.ts";

/** VS Code rejects when the user leaves its dialogs, and where the provider is missing. */
const isLeft = (error: unknown): boolean =>
  error instanceof Error && /\b(cancell?ed|did not consent|user did not)\b/i.test(error.message);

/** VS Code's own sign-in to GitHub. */
export const gitHubSessions: SessionSource = {
  getAccounts: (provider) => vscode.authentication.getAccounts(provider),
  getSession: async ({ provider, scopes, ask, account }) => {
    const given = account ? { account } : {};
    const options = ask === false ? { silent: true } : { createIfNone: true };
    const preference = ask === "another" ? { clearSessionPreference: true } : {};
    try {
      return await vscode.authentication.getSession(provider, scopes, { ...options, ...preference, ...given });
    } catch (error) {
      if (isLeft(error)) return undefined;
      throw error;
    }
  },
};
