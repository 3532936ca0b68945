import * as vscode from "vscode";

const unitText = (count: number, unit: string): string =>
  count.toLocaleString(vscode.env.language, { style: "unit", unit, unitDisplay: "long" });

const number = (count: number): string => count.toLocaleString(vscode.env.language);

/** Exact, such as “1 byte” or “1,234 bytes”; `sizeText` rounds. */
export const bytesText = (bytes: number): string => unitText(bytes, "byte");

export const daysText = (days: number): string => unitText(days, "day");

export const commentsText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 comment") : vscode.l10n.t("{0} comments", number(count));

export const commitsText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 commit") : vscode.l10n.t("{0} commits", number(count));

export const filesText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", number(count));

/** Of gists. */
export const editsText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 unpublished edit") : vscode.l10n.t("{0} unpublished edits", number(count));

/** Of documents of repositories and hooks. */
export const changesText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 unpublished change") : vscode.l10n.t("{0} unpublished changes", number(count));

export const gistsText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 gist") : vscode.l10n.t("{0} gists", number(count));

export const repositoriesText = (count: number): string =>
  count === 1 ? vscode.l10n.t("1 repository") : vscode.l10n.t("{0} repositories", number(count));
