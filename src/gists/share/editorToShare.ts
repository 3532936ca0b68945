import * as vscode from "vscode";
import { pickOne } from "../../ui/prompts.ts";
import { textTabRows } from "./textTabs.ts";

/**
 * Where no text editor is active, such as when the walkthrough is in front: the one in sight, or that of an open tab, with
 * its selection as it was left. Where none is open, shares a file that the user selects, and returns undefined. Throws
 * CancelledError.
 */
export const editorToShare = async (
  share: (file: vscode.Uri) => Promise<void>,
): Promise<vscode.TextEditor | undefined> => {
  const inSight = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined);
  const [editor] = inSight;
  if (editor && inSight.length === 1) return editor;
  const rows = textTabRows();
  if (rows.length > 0) {
    // Nothing that is not in sight is sent without a question.
    const { uri, viewColumn } = await pickOne(rows, { placeHolder: vscode.l10n.t("Select a file to share") });
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn });
  }
  const [file] = (await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t("Share") })) ?? [];
  if (file) await share(file);
  return undefined;
};
