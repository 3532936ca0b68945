import { localizable } from "../base/localizable.ts";
import type { Client } from "../client/client.ts";
import type { AuthScheme } from "../client/credentials.ts";
import { HttpError } from "../client/errors.ts";
import type { Priority } from "../client/scheduler.ts";
import type { Profile } from "./profile.ts";

export interface Identity {
  readonly login: string;
  /** Absent when the server does not send it. */
  readonly scopes?: readonly string[];
  /** Milliseconds since 1970-01-01T00:00:00Z; absent when the token does not expire, or the server does not say. */
  readonly tokenExpiresAt?: number;
  readonly authScheme?: AuthScheme;
}

/** What the headers of any answer say of the token. */
export const tokenFacts = (
  headers: Readonly<Record<string, string>>,
): Pick<Identity, "scopes" | "tokenExpiresAt"> => {
  const scopes = headers["x-oauth-scopes"]
    ?.split(",")
    .map((scope) => scope.trim())
    .filter((scope) => scope !== "");
  // Such as `2026-01-31 12:00:00 UTC` or `2026-01-31 12:00:00 +0200`.
  const expiry = headers["github-authentication-token-expiration"]?.replace(/ UTC$/, " +0000") ?? "";
  const [, day, time, hours, minutes] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d):?(\d\d)$/.exec(expiry) ?? [];
  const tokenExpiresAt = Date.parse(`${day}T${time}${hours}:${minutes}`);
  return {
    ...(scopes === undefined ? {} : { scopes }),
    ...(Number.isNaN(tokenExpiresAt) ? {} : { tokenExpiresAt }),
  };
};

/** What was said of the token of a profile. */
export const tokenPart = (
  profile: Pick<Identity, "scopes" | "tokenExpiresAt"> | undefined,
): Pick<Identity, "scopes" | "tokenExpiresAt"> => ({
  ...(profile?.scopes ? { scopes: profile.scopes } : {}),
  ...(profile?.tokenExpiresAt === undefined ? {} : { tokenExpiresAt: profile.tokenExpiresAt }),
});

/** A profile without what was said of its former token. */
export const withoutTokenFacts = ({
  scopes: _scopes,
  tokenExpiresAt: _tokenExpiresAt,
  isAppToken: _isAppToken,
  ...rest
}: Profile): Omit<Profile, "scopes" | "tokenExpiresAt" | "isAppToken"> => rest;

/** Whose token it is, asked at the server itself. Throws HttpError, `unreadable` when it is no such service. */
export const identify = async (
  client: Client,
  signal?: AbortSignal,
  priority: Priority = "user",
): Promise<Identity> => {
  let headers: Readonly<Record<string, string>> = {};
  const user = await client.get("/user", {
    signal,
    priority,
    leaveOrigin: false,
    timeout: 15_000,
    onHeaders: (given) => (headers = given),
  });
  const login: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "login") : undefined;
  if (typeof login !== "string" || login === "")
    throw new HttpError("unreadable", 500, localizable("The server did not say whose token this is."));
  return { login, ...tokenFacts(headers) };
};
