import assert from "node:assert/strict";
import {
  NotebookCellData,
  NotebookCellKind,
  type NotebookDocument,
  NotebookEdit,
  NotebookRange,
  type Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";

/** The name of a notebook's file. */
export const notebookName = "calls.forgeside";

/** A notebook's file with these texts, a cell for each. */
export const notebookContent = (...texts: readonly string[]): string => {
  const cells = texts.map((text) => ({ kind: "text", text: [text] }));
  return `${JSON.stringify({ version: 1, cells }, undefined, 2)}\n`;
};

/** Shows the notebook and replaces its first cell. */
export const typeInNotebook = async (uri: Uri, text: string): Promise<NotebookDocument> => {
  const notebook = await workspace.openNotebookDocument(uri);
  await window.showNotebookDocument(notebook);
  const edit = new WorkspaceEdit();
  const cell = new NotebookCellData(NotebookCellKind.Markup, text, "markdown");
  edit.set(uri, [NotebookEdit.replaceCells(new NotebookRange(0, 1), [cell])]);
  assert.equal(await workspace.applyEdit(edit), true);
  return notebook;
};
