import { type FeatureId, featureIds, featureOperations } from "../client/features.ts";
import { operationOf } from "../client/operations/table.ts";
import { acceptedScopes, type FineGrainedPermission, hasScope } from "../client/permissions.ts";
import { permissionsFor, scopesFor } from "../client/requiredPermissions.ts";
import { grantedScopes, type KnownScopes } from "./grantedScopes.ts";

/**
 * What the credentials allow of a feature: all of it, all of it for what is public, a part, or nothing. `unknown` for
 * tokens whose server does not say what they are granted.
 */
export type FeatureAccess = "full" | "publicOnly" | "partial" | "none" | "unknown";

/** Features that take scopes; the others work with any token, or with a password only. */
export const scopedFeatures: readonly FeatureId[] = featureIds.filter((feature) =>
  featureOperations[feature].some((id) => acceptedScopes(operationOf(id).needs, true).length > 0),
);

/** The narrowest scopes for the whole feature. */
export const scopesOfFeature = (feature: FeatureId, isPrivate = true): readonly string[] =>
  scopesFor(featureOperations[feature], { isPrivate });

export const permissionsOfFeature = (feature: FeatureId): readonly FineGrainedPermission[] =>
  permissionsFor(featureOperations[feature]);

export const accessTo = (feature: FeatureId, known: KnownScopes): FeatureAccess => {
  const scopes = grantedScopes(known);
  if (scopes === undefined) return "unknown";
  const allowed = (isPrivate: boolean): number =>
    featureOperations[feature].filter((id) => hasScope(scopes, acceptedScopes(operationOf(id).needs, isPrivate)))
      .length;
  const all = featureOperations[feature].length;
  if (allowed(true) === all) return "full";
  if (allowed(false) === all) return "publicOnly";
  return allowed(false) > 0 ? "partial" : "none";
};
