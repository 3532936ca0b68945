import type * as vscode from "vscode";
import { type Clock, pause, systemClock } from "../base/clock.ts";

interface Save {
  /** The document's version whose text is written; undefined when it was changed before the write. */
  readonly version: number | undefined;
  /** VS Code reports a save once it is written. */
  isWritten: boolean;
}

/** Address → whether its editors still have the text that was discarded, once it is: Auto Save stores nothing of it. */
export const discardedTexts = new Map<string, () => Promise<boolean>>();

const saves = new WeakMap<vscode.TextDocument | vscode.NotebookDocument, Save>();
/** Documents that were changed while they were saved, until VS Code reports their state again. */
const changedInSave = new WeakSet<vscode.TextDocument>();

/**
 * Whether the document has text that is not saved. Its `isDirty` is false after a save during which it was changed, until it
 * is changed or saved again.
 */
export const hasUnsavedText = (document: vscode.TextDocument): boolean =>
  document.isDirty || changedInSave.has(document);

/** Runs `write`, the write of a save. `version` is that of the document with the saved text; undefined if it changed since. */
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

/** As `whileSaving`, of a notebook: `isDirty` is enough to know its state. */
export const whileSavingNotebook = async <T>(
  notebook: vscode.NotebookDocument,
  write: () => Promise<T>,
): Promise<T> => {
  const save: Save = { version: undefined, isWritten: false };
  saves.set(notebook, save);
  try {
    return await write();
  } finally {
    if (saves.get(notebook) === save) saves.delete(notebook);
  }
};

/** A save that the server holds back takes less. */
const maxSaveMs = 6000;

/** Waits until VS Code has finished what it saves of the document or notebook. False when that takes long. */
export const whenDocumentSaved = async (
  document: vscode.TextDocument | vscode.NotebookDocument,
  clock: Clock = systemClock,
): Promise<boolean> => {
  const end = clock.now() + maxSaveMs;
  while (saves.has(document) && clock.now() < end) await pause(20, clock);
  const save = saves.get(document);
  // VS Code gives up some saves after the write, without a report.
  if (save?.isWritten) saves.delete(document);
  return save?.isWritten !== false;
};

const noteState = (document: vscode.TextDocument): void => {
  const save = saves.get(document);
  if (document.isDirty) return;
  // Without a save it was reverted, which doesn't change a text that is equal to the file's.
  if (!save) changedInSave.delete(document);
  if (save?.isWritten !== true) return;
  saves.delete(document);
  if (save.version === document.version) changedInSave.delete(document);
  else changedInSave.add(document);
};

/** Address → the version of a document whose last event had a new text and said that nothing was unsaved. */
const reportedSaved = new Map<string, number>();

/**
 * To be called by `stat`. VS Code reports that a typed text is unsaved right after the text: if it asks about the file instead,
 * the text is the file's.
 */
export const takeTextAsReported = (uri: vscode.Uri): void => void reportedSaved.delete(uri.toString());

/**
 * To be called with each change of a document, before its state is looked at. True when the text of the last change was typed,
 * though the document was not dirty then: VS Code reports a typed text first, and then that it is unsaved.
 */
export const noteDocumentChange = ({ document, contentChanges }: vscode.TextDocumentChangeEvent): boolean => {
  const key = document.uri.toString();
  const isChanged = contentChanges.length > 0;
  const wasTyped = !isChanged && document.isDirty && reportedSaved.get(key) === document.version;
  reportedSaved.delete(key);
  if (isChanged) changedInSave.delete(document);
  else noteState(document);
  if (isChanged && !document.isDirty) {
    reportedSaved.set(key, document.version);
    // A save that VS Code gave up after the write is not reported.
    saves.delete(document);
  }
  return wasTyped;
};
