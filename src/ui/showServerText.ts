import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import { asSave } from "./callOrigin.ts";
import { errorText } from "./errorText.ts";
import { isUnsaved, openDocument } from "./openDocument.ts";
import { plainText } from "./plainText.ts";
import { showStatus } from "./showStatus.ts";
import { closeSavedTabsOf, hasTab } from "./tabs.ts";

interface Discarded {
  /** Whether the user gave up unsaved text with it; what was typed since then stays otherwise. */
  readonly losesUnsaved: boolean;
  /** The file may be gone, which can't be reverted. */
  readonly closes?: boolean;
}

/** Why VS Code can't read the file now, without a long wait for the server; undefined where it can. */
const readProblem = async (uri: vscode.Uri): Promise<unknown> => {
  try {
    await asSave(async () => {
      await vscode.workspace.fs.stat(uri);
      await vscode.workspace.fs.readFile(uri);
    });
    return undefined;
  } catch (error) {
    return error;
  }
};

/** Whether its editor, of text or a notebook, is the active one now. */
const activate = async (uri: vscode.Uri): Promise<boolean> => {
  const isIt = (other: { readonly uri: vscode.Uri } | undefined): boolean =>
    other?.uri.toString() === uri.toString();
  const notebook = vscode.workspace.notebookDocuments.find(isIt);
  if (notebook) {
    await vscode.window.showNotebookDocument(notebook);
    return isIt(vscode.window.activeNotebookEditor?.notebook);
  }
  await vscode.window.showTextDocument(uri);
  return isIt(vscode.window.activeTextEditor?.document);
};

const closedText = (uri: vscode.Uri, problem: unknown): string => {
  const name = plainText(decodePart(uri.path.split("/").at(-1) ?? ""));
  return problem instanceof vscode.FileSystemError && problem.code === "FileNotFound"
    ? vscode.l10n.t("“{0}” was closed: the server doesn't have it.", name)
    : vscode.l10n.t("“{0}” was closed: it can't be read now. {1}", name, plainText(errorText(problem)));
};

/**
 * After what the editors of a file show was discarded: they show what the server has. Where VS Code can't read that, they are
 * closed: what is typed on would be based on what was discarded.
 */
export const showServerText = async (
  uri: vscode.Uri,
  { losesUnsaved, closes = false }: Discarded,
): Promise<void> => {
  const hadTab = hasTab(uri);
  const document = openDocument(uri);
  if (!hadTab && !document) return;
  const version = document?.version;
  const problem = await readProblem(uri);
  const command =
    closes || problem !== undefined
      ? "workbench.action.revertAndCloseActiveEditor"
      : "workbench.action.files.revert";
  // What was typed while it was read stays. An editor that was opened just before may become the active one in between.
  const isRevoked = losesUnsaved && document?.version === version;
  for (let round = 0; isRevoked && round < 3 && isUnsaved(uri); round++)
    if (await activate(uri)) await vscode.commands.executeCommand(command);
  if (problem === undefined) return;
  await closeSavedTabsOf(uri);
  if (hadTab && !hasTab(uri)) showStatus(closedText(uri, problem), 10_000);
};
