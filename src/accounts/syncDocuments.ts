import type * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { closeSavedTexts, closeTabs, openAgain } from "../ui/tabs.ts";
import type { AccountsModel } from "./model.ts";

/**
 * Closes the documents of an account that is signed out. A sign-out here closes them first, so that VS Code offers to save
 * unsaved text. After a sign-out in another window, documents with unsaved text stay open: it is stored nowhere else.
 * What could not be opened is opened again once the account has another token, or its token is accepted again.
 */
export const syncDocumentsWithAccounts = (
  accounts: AccountsModel,
  accountOf: (uri: vscode.Uri) => string | undefined,
  onError: (error: unknown) => void,
): Disposable => {
  const store = new DisposableStore();
  store.add(
    accounts.signOuts.join({ closeDocuments: (accountId) => closeTabs((uri) => accountOf(uri) === accountId) }),
  );
  store.add(
    accounts.onDidChange(({ removed, changed }) => {
      const isOf = (ids: readonly string[]) => (uri: vscode.Uri) => ids.includes(accountOf(uri) ?? "");
      if (removed.length > 0) closeSavedTexts(isOf(removed)).catch(onError);
      const usable = changed.filter((id) => accounts.get(id)?.problem === undefined);
      if (usable.length > 0) openAgain(isOf(usable)).catch(onError);
    }),
  );
  return store;
};
