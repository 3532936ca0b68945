import * as vscode from "vscode";

export const countText = (count: number): string => {
  if (count === 0) return vscode.l10n.t("No comments yet");
  return count === 1 ? vscode.l10n.t("1 comment") : vscode.l10n.t("{0} comments", count);
};
