import type { RawResponse } from "./errors.ts";

/** What an answer says of the token that asked, not of the thing. */
const tokenHeaders: ReadonlySet<string> = new Set([
  "x-oauth-scopes",
  "x-accepted-oauth-scopes",
  "x-accepted-github-permissions",
  "x-github-sso",
  "github-authentication-token-expiration",
]);

const filtered = (
  headers: Readonly<Record<string, string>>,
  isMeant: (name: string) => boolean,
): Record<string, string> => Object.fromEntries(Object.entries(headers).filter(([name]) => isMeant(name)));

export const withoutTokenHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  filtered(headers, (name) => !tokenHeaders.has(name));

/** What a 304 says again. */
export const ofNow = ({ headers }: RawResponse): Record<string, string> =>
  filtered(
    headers,
    (name) =>
      name.startsWith("x-ratelimit-") || name === "x-poll-interval" || name === "date" || tokenHeaders.has(name),
  );
