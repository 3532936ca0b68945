import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";

/** Of a merge editor, the tab's input has the document that the merge ends in; VS Code's stable API doesn't name its class. */
const isMergeOf = ({ input }: vscode.Tab, output: vscode.Uri): boolean => {
  const { result } = fieldsOf(input);
  return result instanceof vscode.Uri && result.toString() === output.toString();
};

/** By the address of the document. */
const waiting = new Map<string, vscode.Disposable>();

/**
 * Runs once VS Code's merge editor of the document is closed, be the merge completed or not. A later call for the document
 * takes the place of an earlier one.
 */
export const onceMergeEditorCloses = (output: vscode.Uri, run: () => void): void => {
  const key = output.toString();
  waiting.get(key)?.dispose();
  const subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (!closed.some((tab) => isMergeOf(tab, output))) return;
    waiting.delete(key);
    subscription.dispose();
    run();
  });
  waiting.set(key, subscription);
};
