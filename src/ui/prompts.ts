import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { showInput, showWarning } from "./messages.ts";
import { plainText } from "./plainText.ts";
import { moreLines } from "./pluralText.ts";

/** Items that a question about several names; the others are counted. */
const maxNamed = 10;

/** Asks for one line, which a click elsewhere does not lose. Throws CancelledError when the user leaves. */
export const askText = async (options: vscode.InputBoxOptions): Promise<string> => {
  const answer = await showInput({ ignoreFocusOut: true, ...options });
  if (answer === undefined) throw new CancelledError();
  return answer;
};

export const pickOne = async <T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: vscode.QuickPickOptions,
): Promise<T> => {
  const answer = await vscode.window.showQuickPick(items as readonly T[], {
    matchOnDescription: true,
    ...options,
  });
  if (answer === undefined) throw new CancelledError();
  return answer;
};

/** Asks before something that cannot be undone. Throws CancelledError unless it is confirmed. */
export const confirm = async (message: string, detail: string, action: string): Promise<void> => {
  const answer = await showWarning(message, { modal: true, detail }, action);
  if (answer !== action) throw new CancelledError();
};

/**
 * Asks about something that may be a mistake: Enter takes the first button of a dialog, which is `safe` here. Answers
 * whether it was confirmed; throws CancelledError when the user leaves.
 */
export const confirmRisk = async (
  message: string,
  detail: string,
  { safe, action }: { readonly safe: string; readonly action: string },
): Promise<boolean> => {
  const answer = await showWarning(message, { modal: true, detail }, safe, action);
  if (answer === undefined) throw new CancelledError();
  return answer === action;
};

/** Asks once for several items, and names them. Throws CancelledError unless it is confirmed. */
export const confirmAll = (
  message: string,
  labels: readonly string[],
  detail: string,
  action: string,
): Promise<void> => {
  const more = moreLines(labels.length - maxNamed);
  const named = labels.slice(0, maxNamed).map(plainText);
  return confirm(message, [...named, ...more, "", detail].join("\n"), action);
};

/** A folder of this machine. Throws CancelledError when the user leaves. */
export const pickFolder = async (openLabel: string, title: string): Promise<vscode.Uri> => {
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    openLabel,
    title,
  });
  const folder = picked?.[0];
  if (!folder) throw new CancelledError();
  return folder;
};

/** Asks where to save a new file on this machine. Throws CancelledError. */
export const askSaveFile = async (name: string, title: string): Promise<vscode.Uri> => {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri;
  const picked = await vscode.window.showSaveDialog({
    title,
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name),
  });
  if (!picked) throw new CancelledError();
  return picked;
};
