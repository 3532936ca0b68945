import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import * as vscode from "vscode";

export type JsonErrorName = ReturnType<typeof printParseErrorCode>;

/** What is wrong with a JSON text, in the words of VS Code's JSON editor. */
export const jsonErrorText = (name: JsonErrorName): string => {
  switch (name) {
    case "InvalidNumberFormat":
      return vscode.l10n.t("Invalid number format");
    case "PropertyNameExpected":
      return vscode.l10n.t("Property expected");
    case "ValueExpected":
      return vscode.l10n.t("Value expected");
    case "ColonExpected":
      return vscode.l10n.t("Colon expected");
    case "CommaExpected":
      return vscode.l10n.t("Expected comma");
    case "CloseBraceExpected":
      return vscode.l10n.t("Expected comma or closing brace");
    case "CloseBracketExpected":
      return vscode.l10n.t("Expected comma or closing bracket");
    case "EndOfFileExpected":
      return vscode.l10n.t("End of file expected");
    case "InvalidCommentToken":
      return vscode.l10n.t("Comments are not permitted in JSON");
    case "UnexpectedEndOfComment":
      return vscode.l10n.t("Unexpected end of comment");
    case "UnexpectedEndOfString":
      return vscode.l10n.t("Unexpected end of string");
    case "UnexpectedEndOfNumber":
      return vscode.l10n.t("Unexpected end of number");
    case "InvalidUnicode":
      return vscode.l10n.t("Invalid Unicode sequence in string");
    case "InvalidEscapeCharacter":
      return vscode.l10n.t("Invalid escape character in string");
    case "InvalidCharacter":
      return vscode.l10n.t("Invalid characters in string. Control characters must be escaped");
    case "InvalidSymbol":
    case "<unknown ParseErrorCode>":
      return vscode.l10n.t("Invalid symbol");
  }
};

/** Where an offset is in a text. */
export const positionAt = (text: string, offset: number): vscode.Position => {
  const lines = text.slice(0, offset).split("\n");
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
};

/** What is wrong and where, in numbers that begin with 1. */
export const atPosition = ({ line, character }: vscode.Position, text: string): string =>
  vscode.l10n.t("Line {0}, column {1}: {2}", line + 1, character + 1, text);

const firstError = (text: string): { readonly position: vscode.Position; readonly error: number } => {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const { error = 1, offset = 0 } = errors[0] ?? {};
  return { position: positionAt(text, offset), error };
};

/** Where a text is no JSON. */
export const jsonErrorPosition = (text: string): vscode.Position => firstError(text).position;

/** Where a text is no JSON, and what is expected there. The text itself is not quoted: it may be secret. */
export const jsonErrorIn = (text: string): string => {
  const { position, error } = firstError(text);
  return atPosition(position, jsonErrorText(printParseErrorCode(error)));
};
