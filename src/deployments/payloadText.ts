import * as vscode from "vscode";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";
import { hasDirtyTab } from "../ui/tabs.ts";

export const template = "{\n  \n}\n";

export const shownJson = (text: string): string => {
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
};

/** Saves the document; again when something was typed while it was saved. */
export const saveWhole = async (uri: vscode.Uri): Promise<void> => {
  for (;;) {
    const document = openDocument(uri);
    if (!document || !(isUnsaved(uri) || hasDirtyTab(uri))) return;
    const text = document.getText();
    await document.save();
    if (document.getText() === text) return;
  }
};

/** Replaces the text of the open document, and saves it; false when VS Code refuses. */
export const replaceText = async (uri: vscode.Uri, text: string): Promise<boolean> => {
  const document = openDocument(uri);
  if (!document) return true;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  return (await vscode.workspace.applyEdit(edit)) && (await document.save());
};
