import { Range, type TextDocument, type Uri, window, workspace, WorkspaceEdit } from "vscode";

/** Opens it in an editor that stays. */
export const show = async (uri: Uri): Promise<TextDocument> => {
  const { document } = await window.showTextDocument(uri, { preview: false });
  return document;
};

/** Replaces the whole text, as typing does: unsaved. */
export const type = async (document: TextDocument, text: string): Promise<void> => {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  if (!(await workspace.applyEdit(edit))) throw new Error(`${document.uri.toString()} could not be edited.`);
};

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const readText = async (uri: Uri): Promise<string> =>
  new TextDecoder().decode(await workspace.fs.readFile(uri));

/** The code of a FileSystemError, such as `FileNotFound`. */
export const codeOf = (error: Error): unknown => Reflect.get(error, "code");
