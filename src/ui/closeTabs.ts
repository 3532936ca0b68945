import * as vscode from "vscode";

/** Closes the tabs whose document is meant. A dirty one asks, as always; false when the user wants to keep it open. */
export const closeTabs = async (isMeant: (uri: vscode.Uri) => boolean): Promise<boolean> => {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && isMeant(input.uri));
  return tabs.length === 0 || vscode.window.tabGroups.close(tabs);
};
