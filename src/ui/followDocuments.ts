import * as vscode from "vscode";
import { noteDocumentChange, takeTextAsReported } from "./unsavedText.ts";

interface DocumentListener {
  /** A text document was opened, changed or saved. */
  readonly onText: (document: vscode.TextDocument) => void;
  /** The last call of `onText` had a text that the user typed, though the document was not dirty yet. Before another `onText`. */
  readonly onTyped: (uri: vscode.Uri) => void;
  /** A notebook was changed, by the user or because it was read again: VS Code says later which, and not its text. */
  readonly onNotebook: (uri: vscode.Uri) => void;
  readonly onSaved?: (uri: vscode.Uri) => void;
  readonly onClosed: (uri: vscode.Uri) => void;
}

/** Reports what happens to the documents of a scheme from now on. */
export const followDocuments = (
  scheme: string,
  { onText, onTyped, onNotebook, onSaved, onClosed }: DocumentListener,
): vscode.Disposable => {
  const { workspace } = vscode;
  const isOf = ({ uri }: { readonly uri: vscode.Uri }): boolean => uri.scheme === scheme;
  const text = (document: vscode.TextDocument): void => void (isOf(document) && onText(document));
  const closed = (of: { readonly uri: vscode.Uri }): void => {
    if (!isOf(of)) return;
    takeTextAsReported(of.uri);
    onClosed(of.uri);
  };
  return vscode.Disposable.from(
    workspace.onDidOpenTextDocument(text),
    workspace.onDidChangeTextDocument((event) => {
      const { document } = event;
      if (!isOf(document)) return;
      if (noteDocumentChange(event)) onTyped(document.uri);
      onText(document);
    }),
    workspace.onDidSaveTextDocument((document) => {
      text(document);
      if (isOf(document)) onSaved?.(document.uri);
    }),
    workspace.onDidCloseTextDocument(closed),
    workspace.onDidChangeNotebookDocument(({ notebook }) => void (isOf(notebook) && onNotebook(notebook.uri))),
    workspace.onDidSaveNotebookDocument((notebook) => void (isOf(notebook) && onSaved?.(notebook.uri))),
    workspace.onDidCloseNotebookDocument(closed),
  );
};
