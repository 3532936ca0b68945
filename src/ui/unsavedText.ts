import type * as vscode from "vscode";

interface Save {
  /** The document's version whose text is written; undefined when it was changed before the write. */
  readonly version: number | undefined;
  /** VS Code reports a save once it is written. */
  isWritten: boolean;
}

const saves = new WeakMap<vscode.TextDocument, Save>();
/** Documents that were changed while they were saved, until VS Code reports their state again. */
const changedInSave = new WeakSet<vscode.TextDocument>();

/**
 * Whether the document has text that is not saved. Its `isDirty` is false after a save during which it was changed, until it
 * is changed or saved again.
 */
export const hasUnsavedText = (document: vscode.TextDocument): boolean =>
  document.isDirty || changedInSave.has(document);

/** A save of the document is written by `write`: `version` is that of the text, undefined when that has changed since. */
export const whileSaving = async <T>(
  document: vscode.TextDocument,
  version: number | undefined,
  write: () => Promise<T>,
): Promise<T> => {
  const save: Save = { version, isWritten: false };
  saves.set(document, save);
  try {
    const result = await write();
    save.isWritten = true;
    return result;
  } finally {
    if (!save.isWritten) saves.delete(document);
  }
};

const noteState = (document: vscode.TextDocument): void => {
  const save = saves.get(document);
  if (document.isDirty || save?.isWritten !== true) return;
  saves.delete(document);
  if (save.version === document.version) changedInSave.delete(document);
  else changedInSave.add(document);
};

/** By address, versions with a new text that were reported as saved by the last event of their document. */
const reportedSaved = new Map<string, number>();

/** VS Code asks about the file of a document: that its text is unsaved would have been reported before. */
export const takeTextAsReported = (uri: vscode.Uri): void => void reportedSaved.delete(uri.toString());

/**
 * To be called first with each change of a document whose saves are followed. True when the last call for it took for saved
 * what the user has typed: VS Code reports a text before it calls it unsaved.
 */
export const noteDocumentChange = ({ document, contentChanges }: vscode.TextDocumentChangeEvent): boolean => {
  const key = document.uri.toString();
  const isChanged = contentChanges.length > 0;
  const wasTyped = !isChanged && document.isDirty && reportedSaved.get(key) === document.version;
  reportedSaved.delete(key);
  if (isChanged) changedInSave.delete(document);
  else noteState(document);
  if (isChanged && !document.isDirty) reportedSaved.set(key, document.version);
  return wasTyped;
};
