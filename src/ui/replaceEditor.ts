import * as vscode from "vscode";
import { closeTabs, hasDirtyTab } from "./tabs.ts";
import { hasUnsavedText } from "./unsavedText.ts";

const replacing = new Set<string>();

/**
 * Replaces the editors of a draft by those of the document that it became: same tab groups, same cursor, and the focus
 * where the draft had it. False when the user continues to type in the draft, which then stays, or when it is not visible.
 */
export const replaceEditor = async (draft: vscode.TextDocument, next: vscode.Uri): Promise<boolean> => {
  const key = draft.uri.toString();
  if (replacing.has(key)) return false;
  replacing.add(key);
  try {
    const document = await vscode.workspace.openTextDocument(next);
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === draft);
    const active = vscode.window.activeTextEditor;
    const isDirty = (): boolean => hasUnsavedText(draft) || hasDirtyTab(draft.uri);
    const show = async (shown: vscode.TextDocument): Promise<void> => {
      for (const editor of editors.toSorted((one, other) => Number(one === active) - Number(other === active))) {
        const { viewColumn, selection } = editor;
        if (viewColumn === undefined) continue;
        const where = { viewColumn, selection, preserveFocus: editor !== active, preview: false };
        await vscode.window.showTextDocument(shown, where);
      }
    };
    // Showing the new document would bring a hidden tab to the front.
    if (isDirty() || editors.length === 0) return false;
    await show(document);
    if (isDirty()) {
      await show(draft);
      return false;
    }
    return await closeTabs((uri) => uri.toString() === key, true);
  } finally {
    replacing.delete(key);
  }
};
