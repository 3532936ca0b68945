import * as vscode from "vscode";
import type { FineGrainedPermission } from "../client/permissions.ts";

/** What a classic scope allows, for people; empty for scopes that Forgeside does not ask for. */
const meaningOf = (scope: string): string => {
  switch (scope) {
    case "gist":
      return vscode.l10n.t("create and change gists");
    case "repo":
      return vscode.l10n.t("read and change public and private repositories");
    case "public_repo":
      return vscode.l10n.t("change public repositories");
    case "repo_deployment":
      return vscode.l10n.t("read and create deployments");
    case "delete_repo":
      return vscode.l10n.t("delete repositories");
    case "read:repo_hook":
      return vscode.l10n.t("read webhooks");
    case "write:repo_hook":
      return vscode.l10n.t("read and change webhooks");
    case "admin:repo_hook":
      return vscode.l10n.t("read, change and delete webhooks");
    case "notifications":
      return vscode.l10n.t("watch repositories");
    case "read:org":
      return vscode.l10n.t("read teams and memberships");
    default:
      return "";
  }
};

/** Such as `gist: create and change gists`. */
export const scopeText = (scope: string): string => {
  const meaning = meaningOf(scope);
  return meaning === "" ? scope : `${scope}: ${meaning}`;
};

/** Such as `repository_hooks (write)`. */
export const fineGrainedPermissionText = ({ name, access }: FineGrainedPermission): string =>
  vscode.l10n.t("{0} ({1})", name.replaceAll("_", " "), access);
