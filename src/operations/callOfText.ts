import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { jsonErrorIn } from "../ui/jsonErrorText.ts";
import { callOf, type ClosestOperation } from "./parameters.ts";
import type { OperationCall } from "./types.ts";

/** The call that a text says. Throws UserError for what is no JSON, and HttpError `validation`. */
export const callOfText = (text: string, closest: ClosestOperation): OperationCall => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(vscode.l10n.t("Invalid JSON: nothing was sent. {0}", jsonErrorIn(text)));
  }
  return callOf(value, closest);
};
