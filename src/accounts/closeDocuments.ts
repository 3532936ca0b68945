import type * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { closeSavedTabs, closeTabs } from "../ui/tabs.ts";
import type { AccountsModel } from "./model.ts";

/**
 * Closes the documents of an account that is signed out. A sign-out here closes them first, so that VS Code offers to save
 * unsaved text. After a sign-out in another window, documents with unsaved text stay open: it is stored nowhere else.
 */
export const closeDocumentsOfAccounts = (
  accounts: AccountsModel,
  accountOf: (uri: vscode.Uri) => string | undefined,
  onError: (error: unknown) => void,
): Disposable => {
  const store = new DisposableStore();
  store.add(
    accounts.signOuts.join({ closeDocuments: (accountId) => closeTabs((uri) => accountOf(uri) === accountId) }),
  );
  store.add(
    accounts.onDidChange(({ removed }) => {
      if (removed.length === 0) return;
      closeSavedTabs((uri) => removed.includes(accountOf(uri) ?? "")).catch(onError);
    }),
  );
  return store;
};
