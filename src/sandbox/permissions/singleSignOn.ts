import type { Caller, TokenCaller } from "../auth.ts";
import { ApiFailure } from "../http.ts";
import type { StoredOrganization } from "../repositories/repositoryState.ts";
import type { StoredToken } from "../state.ts";
import { findOrganization, type Store } from "../store.ts";

/** The organization that refuses the token of its member until the token is authorized for its single sign-on. */
export const ssoRefuser = (store: Store, caller: Caller, owner: string): StoredOrganization | undefined => {
  if (caller.kind !== "token") return undefined;
  const organization = findOrganization(store, owner);
  if (organization?.sso !== true) return undefined;
  const isMember = organization.members.some(({ login }) => login === caller.user.login);
  return isMember && caller.token.ssoOrganizations?.includes(organization.login) !== true
    ? organization
    : undefined;
};

/** Whether things of the owner are left out of a list for that reason; the answer says so. */
export const isLeftOut = (store: Store, caller: Caller, owner: string): boolean => {
  const refuser = ssoRefuser(store, caller, owner);
  if (refuser !== undefined && caller.kind === "token") caller.leftOut.add(refuser.id);
  return refuser !== undefined;
};

/** What the address of the page carries; it names the token, and is none. */
const requestOf = ({ id }: StoredToken): string => `A${id.toString(36).toUpperCase()}`;

export const ssoRefusal = (web: string, { login }: StoredOrganization, { token }: TokenCaller): ApiFailure =>
  new ApiFailure(
    403,
    "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.",
    {
      headers: {
        "x-github-sso": `required; url=${web}/orgs/${login}/sso?authorization_request=${requestOf(token)}`,
      },
    },
  );

/** What the answer to a list carries that lacks something. */
export const ssoHeaders = ({ leftOut }: TokenCaller): Readonly<Record<string, string>> =>
  leftOut.size === 0
    ? {}
    : { "x-github-sso": `partial-results; organizations=${[...leftOut].toSorted((a, b) => a - b).join(",")}` };

/** Authorizes the token for the organization, as the page does; false when the request names no such pair. */
export const authorizeSso = (store: Store, login: string, request: string): boolean => {
  const organization = findOrganization(store, login);
  const token = store.state.tokens.find((one) => requestOf(one) === request);
  const isMember = organization?.members.some((member) => member.login === token?.login) === true;
  if (organization?.sso !== true || token === undefined || !isMember) return false;
  token.ssoOrganizations = [...new Set([...(token.ssoOrganizations ?? []), organization.login])];
  store.changed();
  return true;
};
