import { publicData } from "../../client/operations/needs.ts";
import { hasScope, type Needs } from "../../client/permissions.ts";
import type { TokenCaller } from "../auth.ts";
import type { Call } from "../call.ts";
import { ApiFailure, notFound } from "../http.ts";
import { permissionOf } from "../repositories/access.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { findFormer, findRepository } from "../repositories/repositoryStore.ts";
import type { Store } from "../store.ts";
import { adminRefusal, isAllowed, isAllowedIn, isFineGrained, isSelected, noPermission } from "./grants.ts";
import { ssoRefusal, ssoRefuser } from "./singleSignOn.ts";

/** Only admins know of these at all. */
const hiddenParts = /^\/repos\/[^/]+\/[^/]+\/(hooks|keys)(\/|$)/;
const repositoryPath = /^\/(?:repos|networks|user\/(?:starred|watched|subscriptions))\/([^/]+)\/([^/]+)/;
const organizationPath = /^\/orgs\/([^/]+)/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The repository that a path is about; undefined when it is about none, null when there is no such repository. */
const repositoryOfPath = (store: Store, path: string): StoredRepository | null | undefined => {
  const [, owner, name] = repositoryPath.exec(path) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  return (
    findRepository(store, decoded(owner), decoded(name)) ??
    findFormer(store, decoded(owner), decoded(name)) ??
    null
  );
};

/** What a classic token lacks a scope for is not there for it, but for deletion of what it may read. */
const classicRefusal = ({ token }: TokenCaller, needs: Needs, repository?: StoredRepository): ApiFailure => {
  const deletes = needs.scopes.includes("delete_repo");
  const reads = repository?.private === false || hasScope(token.scopes, ["repo"]);
  return deletes && reads ? adminRefusal() : notFound();
};

const checkRepository = (
  store: Store,
  { caller, needs, links }: Call & { readonly caller: TokenCaller },
  repository: StoredRepository,
): void => {
  const { user, token } = caller;
  // What the user may not see has no answer of its own: the route answers as for what is not there.
  if (permissionOf(store, repository, user.login) === null) return;
  const refuser = ssoRefuser(store, caller, repository.owner);
  if (refuser !== undefined) throw ssoRefusal(links.web, refuser, caller);
  if (isAllowedIn(caller, needs, repository)) return;
  if (!isFineGrained(token)) throw classicRefusal(caller, needs, repository);
  throw repository.private && !isSelected(token, repository) ? notFound() : noPermission();
};

/** Fails when the credentials of the request are not enough for its route, as the service does. */
export const checkAccess = (store: Store, call: Call, path: string): void => {
  const { caller, needs, links } = call;
  switch (caller.kind) {
    case "anonymous":
      if (needs.access === "anyone") return;
      throw hiddenParts.test(path) ? notFound() : new ApiFailure(401, "Requires authentication");
    case "password":
      return;
    case "token": {
      if (needs.access === "password")
        throw new ApiFailure(403, "This API can only be accessed with username and password Basic Auth");
      const repository = repositoryOfPath(store, path);
      if (repository !== undefined) {
        if (repository !== null) checkRepository(store, { ...call, caller }, repository);
        return;
      }
      const organization = ssoRefuser(store, caller, decoded(organizationPath.exec(path)?.[1] ?? ""));
      if (organization !== undefined && needs !== publicData) throw ssoRefusal(links.web, organization, caller);
      if (isAllowed(caller, needs, false)) return;
      throw isFineGrained(caller.token) ? noPermission() : classicRefusal(caller, needs);
    }
  }
};
