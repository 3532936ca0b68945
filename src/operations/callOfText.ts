import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { jsonErrorText } from "../ui/jsonErrorText.ts";
import { callOf } from "./parameters.ts";
import type { OperationCall } from "./types.ts";

/** Where a text is invalid JSON. The text itself is not quoted: it may be secret. */
const problemIn = (text: string): string => {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return "";
  const line = text.slice(0, first.offset).split("\n").length;
  return vscode.l10n.t("Line {0}: {1}", line, jsonErrorText(printParseErrorCode(first.error)));
};

/** The call that a text says. Throws UserError for what is no JSON, and HttpError `validation`. */
export const callOfText = (text: string): OperationCall => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(vscode.l10n.t("Invalid JSON: nothing was sent. {0}", problemIn(text)));
  }
  return callOf(value);
};
