import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import { UserError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { cloneWithGit, requireGitClone } from "../../localGit/cloneWithGit.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import { titleOf } from "../gistFacts.ts";
import type { GistPlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { toCloneUrl } from "./cloneUrl.ts";

/** Has VS Code's own Git clone the gist, which asks for a folder, and for credentials if it needs some. */
export const cloneGist = async (accounts: AccountsModel, { accountId }: GistPlace, gist: Gist): Promise<void> => {
  const { profile } = requireAccount(accounts, accountId);
  if (profile.kind === "sandbox")
    throw new UserError(vscode.l10n.t("The sandbox is inside VS Code, where Git can't reach it."));
  const clone = toCloneUrl(gist.git_pull_url, profile.baseUrl);
  if (!clone) throw new UserError(vscode.l10n.t("The server doesn't provide a clone URL for this gist."));
  await requireGitClone();
  if (clone.isForeign)
    await confirm(
      vscode.l10n.t("Clone “{0}” from {1}?", plainText(titleOf(gist)), clone.host),
      vscode.l10n.t("The server named this URL, which is on another server than your account."),
      vscode.l10n.t("Clone"),
    );
  await cloneWithGit(clone.url);
};

/** Opens the gist in another window, as its folder. */
export const openInNewWindow = async (
  uris: GistUris,
  { accountId, gistId }: GistPlace,
  gist: Gist,
): Promise<void> => {
  const uri = uris.of({ accountId, gistId }, titleOf(gist));
  uris.keep(uri);
  await vscode.commands.executeCommand("vscode.openFolder", uri, { forceNewWindow: true });
};

/** Adds the gist to the workspace, as a folder with its files. */
export const addToWorkspace = (uris: GistUris, { accountId, gistId }: GistPlace, gist: Gist): void => {
  const uri = uris.of({ accountId, gistId }, titleOf(gist));
  const name = plainText(titleOf(gist));
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.some((folder) => folder.uri.toString() === uri.toString()))
    throw new UserError(vscode.l10n.t("“{0}” is a folder of the workspace already.", name));
  // The folder keeps its address when the gist gets another description.
  uris.keep(uri);
  if (!vscode.workspace.updateWorkspaceFolders(folders.length, 0, { uri, name }))
    throw new UserError(vscode.l10n.t("VS Code didn't add the folder. Is it already in the workspace?"));
};
