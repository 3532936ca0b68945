import * as vscode from "vscode";

/** The cell that the document is the text of. */
export const cellOf = (document: vscode.TextDocument): vscode.NotebookCell | undefined =>
  document.uri.scheme === "vscode-notebook-cell"
    ? vscode.workspace.notebookDocuments
        .flatMap((notebook) => notebook.getCells())
        .find((cell) => cell.document === document)
    : undefined;

/** The notebook that the editor is a cell of; without an editor, the one in front. An interactive window has no file. */
export const notebookOf = (
  editor: { readonly document: vscode.TextDocument } | undefined,
): vscode.NotebookDocument | undefined => {
  const notebook = editor ? cellOf(editor.document)?.notebook : vscode.window.activeNotebookEditor?.notebook;
  return notebook?.notebookType === "interactive" ? undefined : notebook;
};
