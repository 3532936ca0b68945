import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import type { FeatureId } from "../../client/features.ts";
import { featureOperations } from "../../client/features.ts";
import { operationOf } from "../../client/operations/table.ts";
import { acceptedScopes, type Scope } from "../../client/permissions.ts";
import { narrowestScopes } from "../../client/requiredPermissions.ts";
import { pickOne } from "../../ui/prompts.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { changeSession } from "../signIn/changeSession.ts";
import { permissionsOfFeature, scopesOfFeature } from "../featureAccess.ts";
import { grantedScopes } from "../grantedScopes.ts";
import type { Account } from "../model.ts";
import { type FeatureItem, featureItems } from "../permissionTable.ts";
import { nameOf } from "../profile.ts";
import { requestPermission } from "./requestPermission.ts";
import { firstScopes, sessionScopesOf } from "../sessions.ts";
import { signIn, type SignInDeps } from "../signIn/signIn.ts";

type Granted = Pick<FeatureItem, "feature" | "access">;

/** Granted for public things only. Where these take no scope, nothing was granted. */
const isForPublic = ({ feature, access }: Granted): boolean =>
  access === "publicOnly" && scopesOfFeature(feature, false).length > 0;

/** Per operation of a feature, the scopes that each allow it: for public things where only these were granted. */
const alternativesOf = (item: Granted): readonly (readonly Scope[])[] =>
  featureOperations[item.feature].map((id) => acceptedScopes(operationOf(id).needs, !isForPublic(item)));

const changeGrants = async ({ accounts }: SignInDeps, account: Account): Promise<void> => {
  const { profile } = account;
  const items = featureItems({
    kind: profile.kind,
    scopes: grantedScopes(profile) ?? sessionScopesOf(profile),
  }).map((item) => ({
    ...item,
    picked: item.access === "full" || isForPublic(item),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t("Permissions of {0}", nameOf(profile)),
    placeHolder: vscode.l10n.t("Select what Forgeside may do"),
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  // What was left as it was is no reason to ask for anything.
  if (items.every((item) => item.picked === picked.includes(item))) return;
  const wanted = narrowestScopes(picked.flatMap(alternativesOf));
  const scopes = wanted.length > 0 ? wanted : firstScopes;
  const current = sessionScopesOf(profile);
  if (scopes.toSorted().join() === current.toSorted().join()) return;
  if (!(await changeSession(accounts, account, scopes))) throw new CancelledError();
  showStatus(vscode.l10n.t("{0} now has the scopes {1}.", nameOf(profile), scopes.join(", ")), 6000);
};

const replaceFor = async (deps: SignInDeps, account: Account, feature: FeatureId): Promise<boolean> => {
  const { id } = account.profile;
  const [operation] = featureOperations[feature];
  const needed = { operation, account: id };
  return requestPermission(
    deps,
    account,
    grantedScopes(account.profile) === undefined
      ? { kind: "permissions", permissions: permissionsOfFeature(feature), ...needed }
      : { kind: "scopes", scopes: scopesOfFeature(feature), source: "token", ...needed },
  );
};

/** Shows per feature what the account is granted, and changes it. Throws CancelledError. */
export const managePermissions = async (deps: SignInDeps, account: Account): Promise<void> => {
  const { profile } = account;
  switch (profile.credential) {
    case "sandbox":
      showStatus(vscode.l10n.t("In the sandbox, everything is granted."), 6000);
      return;
    case "anonymous":
      await signIn(deps, { server: profile.kind });
      return;
    case "session":
      await changeGrants(deps, account);
      return;
    case "token": {
      const picked = await pickOne(featureItems(profile), {
        title: vscode.l10n.t("Permissions of {0}", nameOf(profile)),
        placeHolder: vscode.l10n.t("Select a feature to replace the token for it"),
      });
      await replaceFor(deps, account, picked.feature);
    }
  }
};
