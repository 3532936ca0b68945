import * as vscode from "vscode";

/** The open document with this address. */
export const openDocument = (uri: vscode.Uri | string): vscode.TextDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
};

/** A notebook has no document of its own: its cells have. */
const hasUnsavedNotebook = (uri: vscode.Uri | string): boolean => {
  const address = uri.toString();
  return vscode.workspace.notebookDocuments.some(({ isDirty, uri: of }) => isDirty && of.toString() === address);
};

/** Whether it is open, as text or as a notebook, with changes that are not saved. */
export const isUnsaved = (uri: vscode.Uri | string): boolean =>
  openDocument(uri)?.isDirty === true || hasUnsavedNotebook(uri);
