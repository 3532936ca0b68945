import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";

/** Asks for one line. Throws CancelledError when the user leaves. */
export const askText = async (options: vscode.InputBoxOptions): Promise<string> => {
  const answer = await vscode.window.showInputBox(options);
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
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, action);
  if (answer !== action) throw new CancelledError();
};
