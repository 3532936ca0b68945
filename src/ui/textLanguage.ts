import * as vscode from "vscode";

/** The language of our texts, with their dates and numbers: VS Code's, or English where there is no translation into it. */
export const textLanguage = (): string => {
  const { language } = vscode.env;
  return vscode.l10n.bundle === undefined && !/^en\b/i.test(language) ? "en" : language;
};

/** As the language of our texts writes it, such as "1,234". */
export const numberText = (count: number): string => count.toLocaleString(textLanguage());

/** A time, such as `2026-11-30T08:00:00Z`; empty for a text that is none. */
export const dateText = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? "" : new Date(iso).toLocaleString(textLanguage());
