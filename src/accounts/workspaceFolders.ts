import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { accountIn, readableAccount } from "../base/uriPart.ts";
import { gistScheme, repoScheme } from "../ids.ts";
import { plainText } from "../ui/plainText.ts";
import { showErrorUntilAnswered } from "../ui/showError.ts";
import type { AccountsModel } from "./model.ts";

/** Of folders whose authority is an account. */
const schemes: readonly string[] = [gistScheme, repoScheme];
const accountFolders = (): readonly vscode.WorkspaceFolder[] =>
  vscode.workspace.workspaceFolders?.filter(({ uri }) => schemes.includes(uri.scheme)) ?? [];

/**
 * Offers to sign in where a folder of the workspace is of an account that isn't signed in here, as from a bookmark in another
 * browser, and shows the folder once the account can be used. `signIn` leads the user through a sign-in.
 */
export const offerSignInForFolders = (
  accounts: AccountsModel,
  signIn: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Disposable => {
  const store = new DisposableStore();
  /** Accounts of folders that VS Code could not show. */
  const missing = new Set<string>();
  const offered = new Set<string>();
  const offer = async ({ uri, name }: vscode.WorkspaceFolder): Promise<void> => {
    if (offered.has(accountIn(uri.authority))) return;
    offered.add(accountIn(uri.authority));
    const button = vscode.l10n.t("Sign In...");
    const text = vscode.l10n.t(
      "The folder “{0}” is of the account {1}, which isn't signed in here.",
      plainText(name),
      plainText(readableAccount(accountIn(uri.authority))),
    );
    // Nothing else beside the empty folder leads to a sign-in.
    const answer = await showErrorUntilAnswered(text, button);
    offered.delete(accountIn(uri.authority));
    if (answer !== button) return;
    await signIn();
    // Another account may have been signed in to.
    update(true);
  };
  const update = (mayOffer: boolean): void => {
    let isShown = false;
    for (const folder of accountFolders()) {
      const id = accountIn(folder.uri.authority);
      const account = accounts.get(id);
      if (account && account.problem === undefined) isShown = missing.delete(id) || isShown;
      else {
        missing.add(id);
        // What is signed in and has no valid token is asked for one by the account.
        if (!account && mayOffer) offer(folder).catch(onError);
      }
    }
    if (isShown)
      vscode.commands.executeCommand("workbench.files.action.refreshFilesExplorer").then(undefined, onError);
  };
  store.add(accounts.onDidChange(() => update(false)));
  const begin = (): void => {
    if (accountFolders().length > 0) accounts.load().then(() => update(true), onError);
  };
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(begin));
  begin();
  return store;
};
