import * as vscode from "vscode";
import type { Finding } from "./finding.ts";

/** What it seems to be, for people. */
export const kindText = ({ kind, service }: Pick<Finding, "kind" | "service">): string => {
  if (kind === "aws-access-key-id") return vscode.l10n.t("AWS access key");
  if (kind === "aws") return vscode.l10n.t("AWS secret access key");
  if (service !== undefined)
    return kind.endsWith("-webhook")
      ? vscode.l10n.t("{0} webhook URL", service)
      : vscode.l10n.t("{0} credential", service);
  switch (kind) {
    case "own-token":
      return vscode.l10n.t("token of your own account");
    case "private-key":
      return vscode.l10n.t("private key");
    case "password":
      return vscode.l10n.t("password");
    case "url-password":
      return vscode.l10n.t("password in a URL");
    case "command-line":
      return vscode.l10n.t("password in a command");
    case "authorization":
      return vscode.l10n.t("authorization");
    case "jwt":
      return vscode.l10n.t("JSON Web Token");
    case "unchecked":
      return vscode.l10n.t("text that couldn't be checked completely in time");
    default:
      return vscode.l10n.t("secret value");
  }
};
