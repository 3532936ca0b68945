import * as vscode from "vscode";
import { ChoiceError } from "../../base/errors.ts";
import { pickOne } from "../../ui/prompts.ts";
import { textTabRows } from "./textTabs.ts";

/**
 * Where no text editor is active, such as when the walkthrough is in front: the one in sight, or that of an open tab, with
 * its selection as it was left. Throws CancelledError, and ChoiceError with `share` for a file that the user selects when
 * none is open.
 */
export const editorToShare = async (share: (file: vscode.Uri) => Promise<void>): Promise<vscode.TextEditor> => {
  const inSight = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined);
  const [editor] = inSight;
  if (editor && inSight.length === 1) return editor;
  const rows = textTabRows();
  if (rows.length > 0) {
    // Nothing that is not in sight is sent without a question.
    const { uri, viewColumn } = await pickOne(rows, { placeHolder: vscode.l10n.t("Select a file to share") });
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn });
  }
  const select = async (): Promise<void> => {
    const [file] = (await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t("Share") })) ?? [];
    if (file) await share(file);
  };
  throw new ChoiceError(vscode.l10n.t("No text editor is open. Open a file to share."), [
    { title: vscode.l10n.t("Select File..."), run: select },
  ]);
};
