import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";

/** Of a merge editor, the tab's input has the document that the merge ends in; VS Code's stable API doesn't name its class. */
const outputOf = ({ input }: vscode.Tab): vscode.Uri | undefined => {
  const { result } = fieldsOf(input);
  return result instanceof vscode.Uri ? result : undefined;
};

/** Gets the document of each merge editor that is closed, be the merge completed or not, also of one from before a reload. */
export const onDidCloseMergeEditor = (scheme: string, run: (output: vscode.Uri) => void): vscode.Disposable =>
  vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const output of closed.map(outputOf)) if (output?.scheme === scheme) run(output);
  });

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
    if (!closed.some((tab) => outputOf(tab)?.toString() === key)) return;
    waiting.delete(key);
    subscription.dispose();
    run();
  });
  waiting.set(key, subscription);
};
