import * as vscode from "vscode";

/** With the full stop of VS Code's language, unless it has one. */
export const sentence = (text: string): string => (/[.。]$/.test(text) ? text : vscode.l10n.t("{0}.", text));

/** Sentences one after the other, apart as VS Code's language has it. Empty ones are left out. */
export const sentences = (...texts: readonly string[]): string => {
  const [first = "", ...others] = texts.filter((text) => text !== "");
  return others.reduce((text, next) => vscode.l10n.t("{0} {1}", text, next), first);
};
