import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";

/** Of a merge editor, the tab's input has the document that the merge ends in; VS Code's stable API doesn't name its class. */
export const outputOf = ({ input }: vscode.Tab): vscode.Uri | undefined => {
  const { result } = fieldsOf(input);
  return result instanceof vscode.Uri ? result : undefined;
};

/** Gets the document of each merge editor that is closed, be the merge completed or not, also of one from before a reload. */
export const onDidCloseMergeEditor = (scheme: string, run: (output: vscode.Uri) => void): vscode.Disposable =>
  vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const output of closed.map(outputOf)) if (output?.scheme === scheme) run(output);
  });
