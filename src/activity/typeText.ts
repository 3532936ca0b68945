import * as vscode from "vscode";
import { wordsOf } from "./activity.ts";

/** A type of events, for filters: “pull request review”, “issue: closed”. */
export const typeText = (type: string): string => {
  if (type.startsWith("issue:")) return vscode.l10n.t("issue: {0}", wordsOf(type.slice("issue:".length)));
  return type === "" ? vscode.l10n.t("(unknown)") : wordsOf(type);
};
