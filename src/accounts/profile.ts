import type { Dialect } from "../client/request.ts";
import type { Missing } from "./capabilities.ts";

export type ServerKind = "github" | "enterprise" | "sandbox" | "other";

/** One account on one server. Holds no secret. */
export interface Profile {
  /** Stands in URIs as authority: lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly kind: ServerKind;
  readonly baseUrl: string;
  readonly dialect: Dialect;
  readonly login: string;
  /** Absent when the server does not tell. */
  readonly scopes?: readonly string[];
  /** Where the token comes from: SecretStorage, VS Code's GitHub session, or the sandbox itself. */
  readonly credential: "token" | "session" | "sandbox";
  /** VS Code's id of the GitHub account, where the token comes from its session; absent when added by version 0.1. */
  readonly sessionAccountId?: string;
  /** What the server was found to lack. */
  readonly missing?: Missing;
}

/** The server as people know it. */
export const hostOf = (profile: Pick<Profile, "kind" | "baseUrl">): string => {
  const { host } = new URL(profile.baseUrl);
  if (profile.kind === "sandbox") return "sandbox";
  return profile.kind === "other" ? host : host.replace(/^api\.(?=github\.com$|.*\.ghe\.com$)/, "");
};

export const nameOf = (profile: Profile): string => `${profile.login} (${hostOf(profile)})`;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** Tells apart what a slug does not: FNV-1a. */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
};

const loginSlug = (login: string): string => {
  const [plain, short] = [login.toLowerCase(), slug(login)];
  return short !== "" && plain === short ? short : `${short || "user"}-${digest(plain)}`;
};

/** Equal for the same login on the same server, so that signing in again finds the account. */
export const profileId = (profile: Pick<Profile, "kind" | "baseUrl" | "login">): string => {
  const { host, pathname } = new URL(profile.baseUrl);
  const server = profile.kind === "sandbox" ? "sandbox" : slug(`${host}${pathname === "/api/v3" ? "" : pathname}`);
  return `${loginSlug(profile.login)}-at-${server}`;
};
