import * as vscode from "vscode";
import type { Capability } from "./capabilities.ts";

export const capabilityName = (capability: Capability): string => {
  switch (capability) {
    case "gists":
      return vscode.l10n.t("Gists");
    case "publicGists":
      return vscode.l10n.t("Public gists");
    case "starredGists":
      return vscode.l10n.t("Starred gists");
    case "authorizations":
      return vscode.l10n.t("Authorizations");
  }
};
