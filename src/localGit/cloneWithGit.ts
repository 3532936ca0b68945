import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";

const gitClone = "git.clone";

/** Throws UserError where VS Code's own Git extension can't clone, as in a browser. */
export const requireGitClone = async (): Promise<void> => {
  if (!(await vscode.commands.getCommands(true)).includes(gitClone))
    throw new UserError(vscode.l10n.t("VS Code's Git extension isn't available in this window."));
};

/** Has VS Code's own Git clone it, which asks for a folder, and for credentials: the token goes into no address. */
export const cloneWithGit = async (url: string): Promise<void> => {
  await vscode.commands.executeCommand(gitClone, url);
};
