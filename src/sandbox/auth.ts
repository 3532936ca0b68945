import { ApiFailure } from "./http.ts";
import type { StoredToken, StoredUser } from "./state.ts";
import { findToken, findUser, type Store, userOf } from "./store.ts";

export interface TokenCaller {
  readonly kind: "token";
  readonly user: StoredUser;
  readonly token: StoredToken;
  /** Ids of the organizations whose things were left out of the answer, as the token is not authorized for them. */
  readonly leftOut: Set<number>;
}

export type Caller =
  | { readonly kind: "anonymous" }
  | TokenCaller
  | { readonly kind: "password"; readonly user: StoredUser };

const badCredentials = (): ApiFailure => new ApiFailure(401, "Bad credentials");

/** The caller with this token; undefined when there is none, or when it has expired. */
export const callerOfToken = (store: Store, text: string): TokenCaller | undefined => {
  const token = findToken(store, text);
  const isGood = token !== undefined && (token.expiresAt === null || Date.parse(token.expiresAt) > store.now());
  return isGood ? { kind: "token", user: userOf(store, token.login), token, leftOut: new Set() } : undefined;
};

const byToken = (store: Store, text: string): Caller => {
  const caller = callerOfToken(store, text);
  if (caller === undefined) throw badCredentials();
  return caller;
};

const decodeBasic = (encoded: string): readonly [string, string] => {
  let text: string;
  try {
    text = new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    throw badCredentials();
  }
  const colon = text.indexOf(":");
  if (colon < 0) throw badCredentials();
  return [text.slice(0, colon), text.slice(colon + 1)];
};

const byPassword = (store: Store, encoded: string, headers: Headers): Caller => {
  const [login, password] = decodeBasic(encoded);
  const user = findUser(store, login);
  if (user === undefined || user.password === null || user.password !== password) throw badCredentials();
  const given = headers.get("x-github-otp") ?? headers.get("x-service-otp");
  if (user.oneTimePassword !== null && given !== user.oneTimePassword) {
    throw new ApiFailure(401, "Must specify two-factor authentication OTP code.", {
      headers: { "x-github-otp": "required; app" },
    });
  }
  return { kind: "password", user };
};

/** The word before a token. `token`: another word is not understood, as by Gogs, and the request counts as anonymous. */
export type AuthorizationWord = "any" | "token";

/** Who calls. Fails with 401 for credentials that are wrong, expired or in the address. */
export const authenticate = (store: Store, request: Request, word: AuthorizationWord): Caller => {
  const query = new URL(request.url).searchParams;
  if (query.has("access_token") || query.has("client_secret")) {
    throw new ApiFailure(401, "Must specify access token via Authorization header.");
  }
  const header = request.headers.get("authorization");
  if (header === null) return { kind: "anonymous" };
  const [, scheme = "", credentials = ""] = /^(\S+)\s+(\S+)$/.exec(header.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return word === "token" ? { kind: "anonymous" } : byToken(store, credentials);
    case "token":
      return byToken(store, credentials);
    case "basic":
      return byPassword(store, credentials, request.headers);
    default:
      throw badCredentials();
  }
};

export const requireUser = (caller: Caller): StoredUser => {
  if (caller.kind === "anonymous") throw new ApiFailure(401, "Requires authentication");
  return caller.user;
};

export const isUser = (caller: Caller, login: string): boolean =>
  caller.kind !== "anonymous" && caller.user.login === login;
