import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { type FeatureId, featureOperations } from "../../client/features.ts";
import type { OperationId } from "../../client/operations/table.ts";
import { permissionsFor, scopesFor } from "../../client/requiredPermissions.ts";
import { showWarning } from "../../ui/messages.ts";
import { featureName } from "../../ui/permissionText.ts";
import { pickOne } from "../../ui/prompts.ts";
import { scopedFeatures, scopesOfFeature } from "../featureAccess.ts";
import { grantedScopes } from "../grantedScopes.ts";
import { hostOf, type Profile } from "../profile.ts";
import { fineGrainedPermissionText } from "../scopeText.ts";
import { withoutIncluded } from "../sessions.ts";
import { classicTokenPage, fineGrainedTokenPage } from "./tokenPages.ts";

type Server = Pick<Profile, "kind" | "baseUrl" | "scopes" | "isAppToken">;

const askFeatures = async (): Promise<readonly FeatureId[]> => {
  const items = scopedFeatures.map((feature) => ({
    label: featureName(feature),
    description: scopesOfFeature(feature).join(", "),
    picked: feature === "gists",
    feature,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t("Forgeside: Create Token"),
    placeHolder: vscode.l10n.t("Select what the token is for"),
    ignoreFocusOut: true,
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ feature }) => feature);
};

/** Opens the server's page for a new token. Without features, asks what it is for. Throws CancelledError and UserError. */
export const createToken = async (server: Server, given?: readonly FeatureId[]): Promise<void> => {
  const features = given ?? (await askFeatures());
  const operations = features.flatMap((feature): readonly OperationId[] => featureOperations[feature]);
  // A token that replaces another one must open what that opened, too.
  const scopes = withoutIncluded([
    ...(grantedScopes(server) ?? []),
    ...scopesFor(operations, { isPrivate: true }),
  ]);
  const permissions = permissionsFor(operations).map(fineGrainedPermissionText);
  const { tokenKind } = await pickOne(
    [
      {
        tokenKind: "classic",
        label: vscode.l10n.t("Classic token"),
        description: scopes.join(", "),
        detail: vscode.l10n.t("The scopes are filled in on the page."),
      },
      {
        tokenKind: "fineGrained",
        label: vscode.l10n.t("Fine-grained token"),
        description: permissions.join(", "),
        detail: vscode.l10n.t("For the repositories of one owner. You choose the permissions on the page."),
      },
    ],
    { title: vscode.l10n.t("Forgeside: Create Token"), placeHolder: vscode.l10n.t("Select a kind of token") },
  );
  const page = tokenKind === "classic" ? classicTokenPage(server, scopes) : fineGrainedTokenPage(server);
  if (page === undefined)
    throw new UserError(vscode.l10n.t("Forgeside doesn't know where to create a token on {0}.", hostOf(server)));
  if (tokenKind === "fineGrained") {
    const open = vscode.l10n.t("Open Page");
    const detail = permissions.join("\n");
    const text = vscode.l10n.t("Select these permissions on the page of {0}:", hostOf(server));
    if ((await showWarning(text, { modal: true, detail }, open)) !== open) throw new CancelledError();
  }
  await vscode.env.openExternal(vscode.Uri.parse(page, true));
};
