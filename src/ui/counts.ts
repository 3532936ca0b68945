import * as vscode from "vscode";
import { pluralText } from "./pluralText.ts";
import { textLanguage } from "./textLanguage.ts";

const unitText = (count: number, unit: string): string =>
  count.toLocaleString(textLanguage(), { style: "unit", unit, unitDisplay: "long" });

/** Exact, such as “1 byte” or “1,234 bytes”; `sizeText` rounds. */
export const bytesText = (bytes: number): string => unitText(bytes, "byte");

export const daysText = (days: number): string => unitText(days, "day");

export const commentsText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# comment} other {# comments}}"), count);

export const commitsText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# commit} other {# commits}}"), count);

export const filesText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# file} other {# files}}"), count);

/** Of gists. */
export const editsText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# unpublished edit} other {# unpublished edits}}"), count);

/** Of documents of repositories and hooks. */
export const changesText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# unpublished change} other {# unpublished changes}}"), count);

export const gistsText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# gist} other {# gists}}"), count);

export const repositoriesText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# repository} other {# repositories}}"), count);

export const copiedLinksText = (count: number): string =>
  pluralText(
    vscode.l10n.t("{count, plural, one {Copied # link to clipboard.} other {Copied # links to clipboard.}}"),
    count,
  );

export const copiedLinesText = (count: number): string =>
  pluralText(
    vscode.l10n.t("{count, plural, one {Copied # line to clipboard.} other {Copied # lines to clipboard.}}"),
    count,
  );
