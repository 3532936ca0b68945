import * as vscode from "vscode";
import { endsSentence } from "../base/punctuation.ts";

/** With the full stop of VS Code's language, unless it ends like a sentence. */
export const sentence = (text: string): string => {
  const said = text.trimEnd();
  return said === "" || endsSentence(said) ? said : vscode.l10n.t("{0}.", said);
};

/** Sentences one after the other, apart as VS Code's language has it. Empty ones are left out. */
export const sentences = (...texts: readonly string[]): string => {
  const [first = "", ...others] = texts.filter((text) => text !== "");
  return others.reduce((text, next) => vscode.l10n.t("{0} {1}", text, next), first);
};
