import * as vscode from "vscode";

/** The groups of operations, for people. */
export const sectionTitles = (): Readonly<Record<string, string>> => ({
  authorization: vscode.l10n.t("Authorizations"),
  events: vscode.l10n.t("Activity"),
  gists: vscode.l10n.t("Gists"),
  misc: vscode.l10n.t("The server"),
  repos: vscode.l10n.t("Repositories"),
});
