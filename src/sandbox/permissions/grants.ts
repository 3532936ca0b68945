import {
  acceptedScopes,
  allScopes,
  type FineGrainedPermission,
  hasScope,
  includesAccess,
  type Needs,
} from "../../client/permissions.ts";
import type { Caller } from "../auth.ts";
import { ApiFailure } from "../http.ts";
import { namesScopes } from "./routeNeeds.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import type { StoredToken } from "../state.ts";

export const isFineGrained = (token: StoredToken): boolean => token.permissions !== undefined;

/** Whether a token has a permission. Who has any repository may read what describes it. */
const hasPermission = ({ permissions = {} }: StoredToken, { name, access }: FineGrainedPermission): boolean => {
  const granted = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
  return granted === undefined ? name === "metadata" && access === "read" : includesAccess(granted, access);
};

const hasPermissions = (token: StoredToken, needs: Needs): boolean =>
  needs.classicOnly !== true && needs.permissions.every((permission) => hasPermission(token, permission));

/** Whether a fine-grained token is for this repository, renamed or not. Every token may read the public ones. */
export const isSelected = (
  { repositories }: StoredToken,
  { owner, name, formerNames }: StoredRepository,
): boolean => {
  if (repositories === undefined) return true;
  const names = [name, ...formerNames].map((each) => `${owner}/${each}`.toLowerCase());
  return repositories.some((each) => names.includes(each.toLowerCase()));
};

/** Whether the caller's credentials are enough for what needs this; what the user may do is another question. */
export const isAllowed = (caller: Caller, needs: Needs, isPrivate: boolean): boolean => {
  switch (caller.kind) {
    case "anonymous":
      return needs.access === "anyone" && !isPrivate;
    case "password":
      return true;
    case "token":
      if (!isFineGrained(caller.token))
        return hasScope(caller.token.scopes, acceptedScopes(needs, isPrivate)) && needs.access !== "password";
      return (needs.access === "anyone" && !isPrivate) || hasPermissions(caller.token, needs);
  }
};

/** The same for a repository: a fine-grained token is for some of them. */
export const isAllowedIn = (caller: Caller, needs: Needs, repository: StoredRepository): boolean =>
  isAllowed(caller, needs, repository.private) &&
  (caller.kind !== "token" ||
    !isFineGrained(caller.token) ||
    isSelected(caller.token, repository) ||
    (needs.access === "anyone" && !repository.private));

export const noPermission = (): ApiFailure =>
  new ApiFailure(403, "Resource not accessible by personal access token");

/** What the answer to a token says of what was needed, as the service's headers have it. */
export const permissionHeaders = (token: StoredToken, needs: Needs): Readonly<Record<string, string>> => {
  if (isFineGrained(token)) {
    if (needs.classicOnly === true) return {};
    const permissions = needs.permissions.map(({ name, access }) => `${name}=${access}`);
    return {
      "x-accepted-github-permissions": permissions.join(",") || "allows_permissionless_access=true",
    };
  }
  const accepted = needs.scopes.length > 0 ? needs.scopes : (needs.privateScopes ?? []);
  const enough =
    accepted.length === 0 || !namesScopes(needs) ? [] : allScopes.filter((scope) => hasScope([scope], accepted));
  return {
    "x-oauth-scopes": token.scopes.join(", "),
    "x-accepted-oauth-scopes": enough.toSorted().join(", "),
  };
};

export const adminRefusal = (): ApiFailure => new ApiFailure(403, "Must have admin rights to Repository.");
