import { isScope } from "../client/permissions.ts";
import type { Profile } from "./profile.ts";

/** What is known of the scopes of an account's token. */
export type KnownScopes = Pick<Profile, "kind" | "scopes" | "isAppToken">;

/** Whether it is the token of a GitHub App. Source: docs.github.com, "About authentication to GitHub", token formats. */
export const isAppToken = (token: string | undefined): boolean => /^gh[su]_/.test(token ?? "");

/**
 * The scopes that decide what an account may do. Undefined where scopes don't decide it: the service reports none, it
 * reports an empty list for a token of a GitHub App, or another server reports words of its own.
 */
export const grantedScopes = ({ kind, scopes, isAppToken: isApp }: KnownScopes): readonly string[] | undefined => {
  if (isApp || scopes === undefined) return undefined;
  const isForeign = kind === "other" && scopes.length > 0 && !scopes.some(isScope);
  return isForeign ? undefined : scopes;
};
