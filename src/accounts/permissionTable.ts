import * as vscode from "vscode";
import type { FeatureId } from "../client/features.ts";
import { featureName } from "../ui/permissionText.ts";
import {
  accessTo,
  type FeatureAccess,
  scopedFeatures,
  permissionsOfFeature,
  scopesOfFeature,
} from "./featureAccess.ts";
import { grantedScopes, type KnownScopes } from "./grantedScopes.ts";
import { fineGrainedPermissionText } from "./scopeText.ts";

export interface FeatureItem extends vscode.QuickPickItem {
  readonly feature: FeatureId;
  readonly access: FeatureAccess;
}

const accessText = (access: FeatureAccess): string => {
  switch (access) {
    case "full":
      return vscode.l10n.t("granted");
    case "publicOnly":
      return vscode.l10n.t("granted for public repositories only");
    case "partial":
      return vscode.l10n.t("granted in part");
    case "none":
      return vscode.l10n.t("not granted");
    case "unknown":
      return vscode.l10n.t("unknown: the server doesn't report what this token is granted");
  }
};

const icons: Readonly<Record<FeatureAccess, string>> = {
  full: "$(pass-filled)",
  publicOnly: "$(pass)",
  partial: "$(circle-large)",
  none: "$(circle-slash)",
  unknown: "$(question)",
};

const neededText = (feature: FeatureId, known: KnownScopes): string =>
  grantedScopes(known) === undefined
    ? permissionsOfFeature(feature).map(fineGrainedPermissionText).join(", ")
    : scopesOfFeature(feature).join(", ");

/** The feature's other name is that of the part that takes scopes. */
const rowName = (feature: FeatureId): string =>
  feature === "repositories" ? vscode.l10n.t("Repositories") : featureName(feature);

/** A row for each feature: what is granted, and what it takes. */
export const featureItems = (known: KnownScopes): readonly FeatureItem[] =>
  scopedFeatures.map((feature) => {
    const access = accessTo(feature, known);
    return {
      feature,
      access,
      label: `${icons[access]} ${rowName(feature)}`,
      description: accessText(access),
      detail: vscode.l10n.t("needs {0}", neededText(feature, known)),
    };
  });

/** Shows which features a token opens, where it does not open all of them. It waits for no answer. */
export const showPermissionsIfMissing = (known: KnownScopes, name: string): void => {
  const items = featureItems(known);
  if (items.every(({ access }) => access === "full" || access === "unknown")) return;
  const list = vscode.window.createQuickPick<FeatureItem>();
  list.title = vscode.l10n.t("Permissions of the token of {0}", name);
  list.placeholder = vscode.l10n.t(
    "Press Enter to continue. Replace the token at any time to grant more permissions.",
  );
  list.items = items;
  list.onDidAccept(() => list.hide());
  list.onDidHide(() => list.dispose());
  list.show();
};
