import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { inertText } from "./plainText.ts";

export const statusMessageId = "forgeside.message";

let latest: vscode.Disposable | undefined;

/**
 * Shows a text in the status bar for that many milliseconds, in place of the one before it. Screen readers say it as
 * soon as it appears, which they don't do with VS Code's own messages there. No text in it becomes an icon.
 */
export const showStatus = (text: string, milliseconds: number): vscode.Disposable => {
  latest?.dispose();
  const item = vscode.window.createStatusBarItem(
    statusMessageId,
    vscode.StatusBarAlignment.Left,
    Number.MIN_VALUE,
  );
  item.name = vscode.l10n.t("Forgeside: Messages");
  item.text = inertText(text);
  item.accessibilityInformation = { label: item.text, role: "alert" };
  item.show();
  const timer = systemClock.setTimer(milliseconds, () => item.dispose());
  latest = vscode.Disposable.from(timer, item);
  return latest;
};
