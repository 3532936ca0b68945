import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { isJson } from "../base/isJson.ts";
import { jsonErrorIn } from "../ui/jsonErrorText.ts";
import { sentences } from "../ui/sentences.ts";
import type { Parameter } from "./types.ts";

/** Throws UserError for a parameter whose text should be JSON and is not, with where it is wrong. */
export const requireJson = ({ name, rule }: Parameter, value: unknown): void => {
  if (typeof value !== "string") return;
  const isMeantAsJson = rule.type === "Json" || (rule.type === "Array" && value.trimStart().startsWith("["));
  if (isMeantAsJson && !isJson(value))
    throw new UserError(sentences(vscode.l10n.t("Parameter {0} is not valid JSON.", name), jsonErrorIn(value)));
};
