import * as vscode from "vscode";

/** The open document with this address. */
export const openDocument = (uri: vscode.Uri | string): vscode.TextDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
};

/** Whether it is open, with changes that are not saved. */
export const isUnsaved = (uri: vscode.Uri | string): boolean => openDocument(uri)?.isDirty ?? false;
