import type { AuthScheme } from "../client/credentials.ts";
import type { Dialect } from "../client/request.ts";
import type { Missing } from "./capabilities.ts";
import { webHostOf } from "./serverAddress.ts";

/** VS Code's sign-in to GitHub.com, and that to a GitHub Enterprise server. */
export type SessionProvider = "github" | "github-enterprise";

export type ServerKind = "github" | "enterprise" | "sandbox" | "other";

/** One account on one server. Holds no secret. */
export interface Profile {
  /** Stands in URIs as authority: lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly kind: ServerKind;
  readonly baseUrl: string;
  readonly dialect: Dialect;
  readonly login: string;
  /** As the server reports them, and absent where it reports none. `grantedScopes` says what they mean. */
  readonly scopes?: readonly string[];
  /** Whether the token is one of a GitHub App, for which the server reports an empty list of scopes. Never stored. */
  readonly isAppToken?: true;
  /**
   * Where the token comes from: SecretStorage, a session of VS Code's GitHub sign-in, or the sandbox itself. `anonymous`
   * has none: it reads what is public.
   */
  readonly credential: "token" | "session" | "sandbox" | "anonymous";
  /** VS Code's authentication provider of the session; absent for `github`. */
  readonly sessionProvider?: SessionProvider;
  /** The scopes that the session is asked for; absent when added by version 0.1. `sessionScopesOf` knows these, too. */
  readonly sessionScopes?: readonly string[];
  /** How the token is named in the Authorization header; absent for `Bearer`. */
  readonly authScheme?: AuthScheme;
  /** When the token expires: milliseconds since 1970-01-01T00:00:00Z; absent when it does not, or the server does not say. */
  readonly tokenExpiresAt?: number;
  /** VS Code's id of the GitHub account, where the token comes from its session; absent when added by version 0.1. */
  readonly sessionAccountId?: string;
  /** What the server was found to lack. */
  readonly missing?: Missing;
}

/** What is needed to sign in; the login is not known yet. */
export type Candidate = Omit<Profile, "id" | "login" | "scopes" | "isAppToken" | "missing" | "tokenExpiresAt">;

/** The server as people know it. */
export const hostOf = (profile: Pick<Profile, "kind" | "baseUrl">): string => {
  const { host } = new URL(profile.baseUrl);
  if (profile.kind === "sandbox") return "sandbox";
  return profile.kind === "other" ? host : host.replace(/^api\.(?=github\.com$|.*\.ghe\.com$)/, "");
};

/** The account as people know it. An anonymous one has no login: its server stands for it. */
export const nameOf = (profile: Pick<Profile, "login" | "kind" | "baseUrl">): string =>
  profile.login === "" ? hostOf(profile) : `${profile.login} (${hostOf(profile)})`;

/** The web page of the account's user; of one without a login that of the server. */
export const profilePageOf = ({ login, baseUrl }: Pick<Profile, "login" | "baseUrl">): string =>
  `${new URL(baseUrl).protocol}//${webHostOf(baseUrl)}/${encodeURIComponent(login)}`;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** Distinguishes texts that have the same slug: FNV-1a. */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
};

const loginSlug = (login: string): string => {
  const [plain, short] = [login.toLowerCase(), slug(login)];
  return short !== "" && plain === short ? short : `${short || "user"}-${digest(plain)}`;
};

type Owner = Pick<Profile, "kind" | "baseUrl" | "login">;

const slugOf = ({ kind, baseUrl, login }: Owner): string => {
  const { host, pathname } = new URL(baseUrl);
  const server = kind === "sandbox" ? "sandbox" : slug(`${host}${pathname === "/api/v3" ? "" : pathname}`);
  return `${loginSlug(login)}-at-${server}`;
};

/** The id without a digest, for the two servers whose address is fixed. */
export const plainId = (owner: Owner): string | undefined =>
  owner.kind === "sandbox" || owner.kind === "github" ? slugOf(owner) : undefined;

/** Equal for the same login on the same server only: `git.corp-a.com` and `git-corp.a.com` have one slug. */
export const digestedId = async (owner: Owner): Promise<string> => {
  const server = owner.kind === "sandbox" ? "sandbox" : owner.baseUrl;
  const data = new TextEncoder().encode(`${server}\n${owner.login.toLowerCase()}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  // Ten bytes are enough to be unique; the id is in every address.
  const hex = Array.from(bytes.subarray(0, 10), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${slugOf(owner)}-${hex}`;
};

export const isSameServer = (former: Profile, profile: Profile): boolean =>
  former.baseUrl === profile.baseUrl && former.dialect === profile.dialect && former.kind === profile.kind;

/** False where the server was found to have no gists. */
export const hasGists = ({ missing }: Pick<Profile, "missing">): boolean => missing?.gists === undefined;

/** Whether there are accounts, and all of them fit. */
export const everyAccount = <A>(
  { accounts }: { readonly accounts: readonly A[] },
  fits: (account: A) => boolean,
): boolean => accounts.length > 0 && accounts.every(fits);

/** Whether it is known that none of the accounts has any. */
export const hasNoneInAnyAccount = (
  accounts: { readonly accounts: readonly { readonly profile: Pick<Profile, "id"> }[] },
  of: (accountId: string) => readonly unknown[],
): boolean => everyAccount(accounts, ({ profile }) => of(profile.id).length === 0);
