import * as vscode from "vscode";

/** Closes the tabs whose document is meant. A dirty one asks, as always. */
export const closeTabs = async (isMeant: (uri: vscode.Uri) => boolean): Promise<void> => {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && isMeant(input.uri));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
};
