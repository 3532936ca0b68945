import * as vscode from "vscode";

/** Why a changed comment is not at the server. */
export const goneText = (): string =>
  vscode.l10n.t("The comment was deleted on the server. What you wrote is stored as a draft.");
