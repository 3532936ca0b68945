import * as vscode from "vscode";
import { plainText } from "../../ui/plainText.ts";

/** A row to select the document of a text tab by. */
interface TextTabRow extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
  readonly viewColumn: vscode.ViewColumn;
}

/** The documents in text tabs, each once. */
export const textTabRows = (): readonly TextTabRow[] => {
  const found = new Map<string, TextTabRow>();
  for (const { tabs, viewColumn } of vscode.window.tabGroups.all)
    for (const { input, label } of tabs) {
      if (!(input instanceof vscode.TabInputText)) continue;
      const { uri } = input;
      const path = uri.scheme === "untitled" ? "" : vscode.workspace.asRelativePath(uri);
      found.set(uri.toString(), { label: plainText(label), description: plainText(path), uri, viewColumn });
    }
  return [...found.values()];
};
