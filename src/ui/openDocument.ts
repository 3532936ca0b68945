import * as vscode from "vscode";

/** The open document with this address. */
export const openDocument = (uri: vscode.Uri | string): vscode.TextDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
};
