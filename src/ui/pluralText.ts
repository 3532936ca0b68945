import * as vscode from "vscode";
import { pluralForm } from "../base/pluralForm.ts";
import { numberText, textLanguage } from "./textLanguage.ts";

/**
 * A text with a count, in the form that the language has for it: `#` is the count, `{0}` the first of `args`.
 * `message` is `vscode.l10n.t("{count, plural, one {# file} other {# files}}")`; a translation has the forms of its language.
 */
export const pluralText = (message: string, count: number, ...args: readonly (string | number)[]): string =>
  pluralForm(message, textLanguage(), { count, shown: numberText(count), args });

/** The last line of a list of which `count` lines are not shown; none when all are. */
export const moreLines = (count: number): readonly string[] =>
  count > 0 ? [pluralText(vscode.l10n.t("{count, plural, one {… and # more} other {… and # more}}"), count)] : [];
