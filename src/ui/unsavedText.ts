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

/** To be called first with each change of a document whose saves are followed. */
export const noteDocumentChange = ({ document, contentChanges }: vscode.TextDocumentChangeEvent): void => {
  if (contentChanges.length > 0) {
    changedInSave.delete(document);
    return;
  }
  const save = saves.get(document);
  if (document.isDirty || save?.isWritten !== true) return;
  saves.delete(document);
  if (save.version === document.version) changedInSave.delete(document);
  else changedInSave.add(document);
};
