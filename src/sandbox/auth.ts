import { ApiFailure } from "./http.ts";
import type { StoredUser } from "./state.ts";
import { findToken, findUser, type Store, userOf } from "./store.ts";

export type Caller =
  | { readonly kind: "nobody" }
  | { readonly kind: "token"; readonly user: StoredUser; readonly scopes: readonly string[] }
  | { readonly kind: "password"; readonly user: StoredUser };

const badCredentials = (): ApiFailure => new ApiFailure(401, "Bad credentials");

const byToken = (store: Store, text: string): Caller => {
  const token = findToken(store, text);
  if (token === undefined) throw badCredentials();
  if (token.expiresAt !== null && Date.parse(token.expiresAt) <= store.now()) throw badCredentials();
  return { kind: "token", user: userOf(store, token.login), scopes: token.scopes };
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

/** Who calls. Fails with 401 for credentials that are wrong, expired or in the address. */
export const authenticate = (store: Store, request: Request): Caller => {
  const query = new URL(request.url).searchParams;
  if (query.has("access_token") || query.has("client_secret")) {
    throw new ApiFailure(401, "Must specify access token via Authorization header.");
  }
  const header = request.headers.get("authorization");
  if (header === null) return { kind: "nobody" };
  const [, scheme = "", credentials = ""] = /^(\S+)\s+(\S+)$/.exec(header.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
    case "token":
      return byToken(store, credentials);
    case "basic":
      return byPassword(store, credentials, request.headers);
    default:
      throw badCredentials();
  }
};

export const requireUser = (caller: Caller): StoredUser => {
  if (caller.kind === "nobody") throw new ApiFailure(401, "Requires authentication");
  return caller.user;
};

/** A password may do everything; a token what its scopes allow. */
export const hasScope = (caller: Caller, scope: string): boolean =>
  caller.kind === "password" || (caller.kind === "token" && caller.scopes.includes(scope));

export const isUser = (caller: Caller, login: string): boolean =>
  caller.kind !== "nobody" && caller.user.login === login;
