import { Range, TabInputText, type TextDocument, type Uri, window, workspace, WorkspaceEdit } from "vscode";
import { eventually } from "../../support/eventually.ts";

/** Opens it in an editor that stays. */
export const show = async (uri: Uri): Promise<TextDocument> => {
  const { document } = await window.showTextDocument(uri, { preview: false });
  return document;
};

/** Replaces the whole text, as typing does: unsaved. */
export const type = async (document: TextDocument, text: string): Promise<void> => {
  // VS Code refuses an edit of a text that it reads again at that moment, as it does when another window stored one.
  await eventually(async () => {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
    return workspace.applyEdit(edit);
  }, `${document.uri.toString()} is edited`);
};

/** Whether its tab shows it as unsaved: the document itself counts as saved after a save during which it was changed. */
export const isUnsavedTab = ({ uri }: TextDocument): boolean =>
  window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input, isDirty }) => isDirty && input instanceof TabInputText && input.uri.toString() === uri.toString(),
    ),
  );

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const readText = async (uri: Uri): Promise<string> =>
  new TextDecoder().decode(await workspace.fs.readFile(uri));

/** The code of a FileSystemError, such as `FileNotFound`. */
export const codeOf = (error: Error): unknown => Reflect.get(error, "code");

/** Saves; where VS Code refuses, fails with what the file system says to the same text, and what was shown until then. */
export const saveOrExplain = async (document: TextDocument, messages: () => readonly string[]): Promise<void> => {
  const begun = Date.now();
  if (await document.save()) return;
  const took = Date.now() - begun;
  const said = [...messages()];
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs.map(({ label, isDirty }) => [label, isDirty]));
  const state = { isDirty: document.isDirty, isClosed: document.isClosed, version: document.version, tabs };
  const { mtime, size } = await workspace.fs.stat(document.uri);
  const written = await workspace.fs.writeFile(document.uri, bytes(document.getText())).then(
    () => "is written when it is tried again",
    (error: unknown) => `is refused: ${String(error)}`,
  );
  throw new Error(
    [
      `The save was refused after ${took} ms; the text ${written}.`,
      `${JSON.stringify(state)}; mtime ${mtime}, size ${size} of ${bytes(document.getText()).length}.`,
      ...said,
    ].join("\n"),
  );
};
