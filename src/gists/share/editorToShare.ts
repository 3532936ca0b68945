import * as vscode from "vscode";
import { ChoiceError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";

interface TextTab {
  readonly label: string;
  readonly uri: vscode.Uri;
  readonly viewColumn: vscode.ViewColumn;
}

const textTabs = (): readonly TextTab[] => {
  const found = new Map<string, TextTab>();
  for (const { tabs, viewColumn } of vscode.window.tabGroups.all)
    for (const { input, label } of tabs)
      if (input instanceof vscode.TabInputText)
        found.set(input.uri.toString(), { label, uri: input.uri, viewColumn });
  return [...found.values()];
};

const pickTab = async (tabs: readonly TextTab[]): Promise<TextTab> => {
  const rows = tabs.map((tab) => ({
    label: plainText(tab.label),
    description: plainText(tab.uri.scheme === "untitled" ? "" : vscode.workspace.asRelativePath(tab.uri)),
    tab,
  }));
  return (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a file to share") })).tab;
};

/**
 * The active text editor; else, such as when the walkthrough is in front, the one in sight, or that of an open tab, with
 * its selection as it was left. Throws CancelledError, and ChoiceError with `share` for a file that the user selects when
 * none is open.
 */
export const editorToShare = async (share: (file: vscode.Uri) => Promise<void>): Promise<vscode.TextEditor> => {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const inSight = visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined);
  const editor = activeTextEditor ?? (inSight.length === 1 ? inSight[0] : undefined);
  if (editor) return editor;
  const tabs = textTabs();
  if (tabs.length > 0) {
    // Nothing that is not in sight is sent without a question.
    const { uri, viewColumn } = await pickTab(tabs);
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
