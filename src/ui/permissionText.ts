import * as vscode from "vscode";
import { type FeatureId, featureOf } from "../client/features.ts";
import type { MissingPermission } from "../client/errors.ts";

/** A feature by its name. */
export const featureName = (feature: FeatureId): string => {
  switch (feature) {
    case "gists":
      return vscode.l10n.t("Gists");
    case "repositories":
      return vscode.l10n.t("Private repositories");
    case "repositoryChanges":
      return vscode.l10n.t("Changes to repositories");
    case "repositoryDeletion":
      return vscode.l10n.t("Repository deletions");
    case "teams":
      return vscode.l10n.t("Teams");
    case "collaborators":
      return vscode.l10n.t("Collaborators");
    case "hooks":
      return vscode.l10n.t("Webhooks");
    case "keys":
      return vscode.l10n.t("Deploy keys");
    case "deployments":
      return vscode.l10n.t("Deployments");
    case "stars":
      return vscode.l10n.t("Stars");
    case "watching":
      return vscode.l10n.t("Watched repositories");
    case "activity":
      return vscode.l10n.t("Activity feeds");
    case "authorizations":
      return vscode.l10n.t("Authorizations");
    case "service":
      return vscode.l10n.t("Facts about the server");
  }
};

/** What is missing, such as "Webhooks need more permission". */
export const missingPermissionText = (missing: MissingPermission): string => {
  const feature = featureOf(missing.operation);
  const name = feature === undefined ? undefined : featureName(feature);
  switch (missing.kind) {
    case "signIn":
      return vscode.l10n.t("Sign in to see and change what is yours");
    case "sso":
      return vscode.l10n.t("The organization requires single sign-on for this token");
    case "scopes":
    case "permissions":
      return name === undefined
        ? vscode.l10n.t("This needs more permission")
        : vscode.l10n.t("{0} need more permission", name);
  }
};

/** What the button does that leads to the permission. */
export const grantTitle = (missing: MissingPermission): string => {
  switch (missing.kind) {
    case "signIn":
      return vscode.l10n.t("Sign In...");
    case "sso":
      return vscode.l10n.t("Authorize for Organization...");
    case "permissions":
      return vscode.l10n.t("Replace Token...");
    case "scopes":
      return missing.source === "session" ? vscode.l10n.t("Grant Access...") : vscode.l10n.t("Replace Token...");
  }
};
