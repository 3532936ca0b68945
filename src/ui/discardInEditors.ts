import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { decodePart } from "../base/uriPart.ts";
import { HttpError } from "../client/errors.ts";
import { asSave } from "./callOrigin.ts";
import { closingFiles } from "../base/closingFiles.ts";
import { errorText } from "./errorText.ts";
import { isUnsaved, openDocument, openNotebook, unsavedDocument } from "./openDocument.ts";
import { plainText } from "./plainText.ts";
import { showStatus } from "./showStatus.ts";
import { whenSaved } from "./unsavedText.ts";
import { closeSavedTabsOf, hasTab } from "./tabs.ts";

/** Milliseconds that the server may take to say what the editors are to show. */
const longestRead = 5000;

interface Options {
  /**
   * Reads what the editors are to show, without any effect; undefined where there is no such file. Left out: the text is
   * somewhere else now, and the editors are closed.
   */
  readonly read?: (() => Promise<unknown>) | undefined;
}

/** Why it can't be read now, for people; undefined where it can. */
const problemOf = async (read: () => Promise<unknown>): Promise<string | undefined> => {
  const gone = vscode.l10n.t("The server doesn't have it.");
  const reading = asSave(read).then(
    (found) => (found === undefined ? gone : undefined),
    (error: unknown) => (HttpError.is(error, "notFound", "gone") ? gone : plainText(errorText(error))),
  );
  let timer: Disposable | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = systemClock.setTimer(longestRead, () => resolve(vscode.l10n.t("The server doesn't respond.")));
  });
  return Promise.race([reading, tooLong]).finally(() => timer?.dispose());
};

/** Another one after each change of the text or of the notebook. */
const versionOf = (uri: vscode.Uri): string => `${openDocument(uri)?.version} ${openNotebook(uri)?.version}`;

/** Whether the editor with the unsaved text, or the unsaved notebook, is the active one now. */
const activate = async (uri: vscode.Uri): Promise<boolean> => {
  const document = unsavedDocument(uri);
  const notebook = openNotebook(uri);
  if (document) {
    await vscode.window.showTextDocument(document);
    return vscode.window.activeTextEditor?.document === document;
  }
  if (!notebook) return false;
  await vscode.window.showNotebookDocument(notebook);
  return vscode.window.activeNotebookEditor?.notebook === notebook;
};

/**
 * Discards the unpublished changes that the editors of a file show, and their unsaved text; what is typed since the call stays.
 * The editors show then what the server has; `discard` has VS Code read again what is saved. Where that can't be read, they are
 * closed: what is typed on would be based on what was discarded. Rejects as `discard`.
 */
export const discardInEditors = async (
  uri: vscode.Uri,
  discard: () => Promise<void>,
  { read }: Options,
): Promise<void> => {
  const document = openDocument(uri);
  const version = versionOf(uri);
  // A message may be answered before the save that it is about is over.
  if (document) await whenSaved(document);
  const hadTab = hasTab(uri);
  if (!hadTab && !document) {
    await discard();
    return;
  }
  // Before anything is discarded: a save in the meantime would bring it back.
  const problem = read && (await problemOf(read));
  await discard();
  const revert = async (command: string): Promise<void> => {
    const isToRevert = (): boolean => isUnsaved(uri) && versionOf(uri) === version;
    // An editor that was opened just before may become the active one in between.
    for (let round = 0; round < 3 && isToRevert(); round++)
      if ((await activate(uri)) && isToRevert()) await vscode.commands.executeCommand(command);
  };
  if (read && problem === undefined) {
    await revert("workbench.action.files.revert");
    return;
  }
  const address = uri.toString();
  closingFiles.add(address);
  await revert("workbench.action.revertAndCloseActiveEditor").finally(() => closingFiles.delete(address));
  await closeSavedTabsOf(uri);
  if (problem === undefined || !hadTab || hasTab(uri)) return;
  const name = plainText(decodePart(uri.path.split("/").at(-1) ?? ""));
  showStatus(vscode.l10n.t("“{0}” was closed: it can't be read now. {1}", name, problem), 10_000);
};
