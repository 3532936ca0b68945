import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";
import { asClause } from "../base/punctuation.ts";
import { errorText } from "./errorText.ts";

/** Why the operating system refused something, for a place within a sentence. Its own message is English and has paths. */
export const systemErrorText = (error: unknown): string => {
  const { code } = fieldsOf(error);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return vscode.l10n.t("permission denied");
    case "EADDRINUSE":
      return vscode.l10n.t("another program uses it");
    case "EDQUOT":
    case "ENOSPC":
      return vscode.l10n.t("no space left on the disk");
    case "EEXIST":
      return vscode.l10n.t("a file of this name already exists");
    case "ENOENT":
    case "ENOTDIR":
      return vscode.l10n.t("its folder doesn't exist");
    case "EROFS":
      return vscode.l10n.t("the disk is read-only");
    default:
      return typeof code === "string" && /^E[A-Z0-9]+$/.test(code)
        ? vscode.l10n.t("system error {0}", code)
        : asClause(errorText(error));
  }
};
