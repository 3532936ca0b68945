import { type OperationId, operationOf } from "./operations/table.ts";
import {
  acceptedScopes,
  allScopes,
  type FineGrainedPermission,
  hasScope,
  includesAccess,
  type Scope,
} from "./permissions.ts";

interface ScopeOptions {
  /** The repositories are private and the gists are secret. */
  readonly isPrivate: boolean;
}

/**
 * The narrowest scopes with which each of these is allowed, which accepts one of its alternatives. A wide scope is never
 * used where narrow ones will do, and none of them can be left out.
 */
export const narrowestScopes = (alternatives: readonly (readonly Scope[])[]): readonly Scope[] => {
  const isEnough = (granted: readonly Scope[]): boolean =>
    alternatives.every((accepted) => hasScope(granted, accepted));
  return allScopes.reduceRight<readonly Scope[]>((granted, scope) => {
    const without = granted.filter((other) => other !== scope);
    return isEnough(without) ? without : granted;
  }, allScopes);
};

/** The narrowest scopes with which all of these operations are allowed. */
export const scopesFor = (ids: readonly OperationId[], { isPrivate }: ScopeOptions): readonly Scope[] =>
  narrowestScopes(ids.map((id) => acceptedScopes(operationOf(id).needs, isPrivate)));

/** The permissions with which a fine-grained token is allowed all of these operations that accept one, by name. */
export const permissionsFor = (ids: readonly OperationId[]): readonly FineGrainedPermission[] => {
  const highest = new Map<string, FineGrainedPermission>();
  for (const permission of ids.flatMap((id) => operationOf(id).needs.permissions)) {
    const known = highest.get(permission.name);
    if (known === undefined || !includesAccess(known.access, permission.access))
      highest.set(permission.name, permission);
  }
  return [...highest.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
};
