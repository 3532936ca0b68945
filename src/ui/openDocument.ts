import * as vscode from "vscode";
import { hasUnsavedText, whenDocumentSaved } from "./unsavedText.ts";

/** The open document with this address. */
export const openDocument = (uri: vscode.Uri | string): vscode.TextDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
};

/** The open document with this address, if it has text that is not saved. */
export const unsavedDocument = (uri: vscode.Uri | string): vscode.TextDocument | undefined => {
  const document = openDocument(uri);
  return document && hasUnsavedText(document) ? document : undefined;
};

/** The open notebook with this address, which has no document of its own. */
export const openNotebook = (uri: vscode.Uri | string): vscode.NotebookDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.notebookDocuments.find((notebook) => notebook.uri.toString() === address);
};

/** As `openNotebook`, if it has changes that are not saved. */
export const unsavedNotebook = (uri: vscode.Uri | string): vscode.NotebookDocument | undefined => {
  const address = uri.toString();
  return vscode.workspace.notebookDocuments.find(({ isDirty, uri: of }) => isDirty && of.toString() === address);
};

/** Whether it is open as a notebook with changes that are not saved. */
export const hasUnsavedNotebook = (uri: vscode.Uri | string): boolean => unsavedNotebook(uri) !== undefined;

/** Whether it is open, as text or as a notebook, with changes that are not saved. */
export const isUnsaved = (uri: vscode.Uri | string): boolean =>
  unsavedDocument(uri) !== undefined || hasUnsavedNotebook(uri);

/** Waits until VS Code has finished what it saves of the text and the notebook with this address. False when that takes long. */
export const whenSaved = async (uri: vscode.Uri): Promise<boolean> => {
  const open = [openDocument(uri), openNotebook(uri)].filter((each) => each !== undefined);
  return (await Promise.all(open.map((each) => whenDocumentSaved(each)))).every((isSaved) => isSaved);
};

/** Whether something below this folder is open, as text or as a notebook, with changes that are not saved. */
export const hasUnsavedBelow = (folder: vscode.Uri): boolean => {
  const isBelow = ({ uri }: { readonly uri: vscode.Uri }): boolean =>
    uri.toString().startsWith(`${folder.toString()}/`);
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return (
    textDocuments.some((document) => isBelow(document) && hasUnsavedText(document)) ||
    notebookDocuments.some((notebook) => isBelow(notebook) && hasUnsavedNotebook(notebook.uri))
  );
};
