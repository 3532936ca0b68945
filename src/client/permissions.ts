/** Classic OAuth scopes from narrow to wide, each with the scopes that it includes. */
const included = {
  "read:repo_hook": [],
  "write:repo_hook": ["read:repo_hook"],
  "admin:repo_hook": ["write:repo_hook", "read:repo_hook"],
  "read:public_key": [],
  "write:public_key": ["read:public_key"],
  "admin:public_key": ["write:public_key", "read:public_key"],
  "admin:org_hook": [],
  "repo:status": [],
  "repo:invite": [],
  security_events: [],
  repo_deployment: [],
  gist: [],
  notifications: [],
  "user:email": [],
  "user:follow": [],
  "read:user": [],
  user: ["read:user", "user:email", "user:follow"],
  "read:org": [],
  "write:org": ["read:org"],
  "admin:org": ["write:org", "read:org"],
  delete_repo: [],
  public_repo: [],
  repo: ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** From narrow to wide: a scope is preferred to those after it. */
export const allScopes = Object.keys(included) as readonly Scope[];

/** A classic OAuth scope, such as `admin:repo_hook`. Source: docs.github.com, "Scopes for OAuth apps". */
export type Scope = keyof typeof included;

/** A fine-grained permission of a token, such as `{ name: "repository_hooks", access: "read" }`, as the service's headers name it. */
export interface FineGrainedPermission {
  readonly name: string;
  readonly access: "read" | "write" | "admin";
}

/** What an operation needs to be allowed. */
export interface Needs {
  /**
   * `anyone`: what is public is answered without a token. `user`: a token is needed. `password`: a username and
   * password are needed, no token is accepted.
   */
  readonly access: "anyone" | "user" | "password";
  /** Classic scopes of which one is needed where everything that it touches is public; empty when none is. */
  readonly scopes: readonly Scope[];
  /**
   * Classic scopes of which one is needed for private repositories and in lists for secret gists; absent where `scopes`
   * holds for these too.
   */
  readonly privateScopes?: readonly Scope[];
  /**
   * The permissions that a fine-grained token needs, all of them; empty when any such token will do. Where `access` is
   * `anyone`, they are needed only for what is not public.
   */
  readonly permissions: readonly FineGrainedPermission[];
  /** Fine-grained tokens are refused, whatever their permissions. */
  readonly classicOnly?: true;
}

/** What credentials lack for a call. */
export type MissingGrant =
  /** The call needs an account. */
  | { readonly kind: "signIn" }
  /** One of these classic scopes is needed; `source` is where the credentials come from. */
  | { readonly kind: "scopes"; readonly scopes: readonly string[]; readonly source: "session" | "token" }
  /** These permissions of a fine-grained token are needed. */
  | { readonly kind: "permissions"; readonly permissions: readonly FineGrainedPermission[] }
  /** The token is not authorized for an organization with single sign-on; `url` is the service's page for that. */
  | { readonly kind: "sso"; readonly url: string };

const scopesIncludedIn = (scope: string): readonly string[] =>
  Object.hasOwn(included, scope) ? included[scope as Scope] : [];

/** Whether `granted` has one of `accepted`, by itself or within a wider scope. True when nothing is needed. */
export const hasScope = (granted: readonly string[], accepted: readonly string[]): boolean =>
  accepted.length === 0 ||
  accepted.some((scope) => granted.some((each) => each === scope || scopesIncludedIn(each).includes(scope)));

/** The scopes of which one is needed; none when the list is empty. */
export const acceptedScopes = (needs: Needs, isPrivate: boolean): readonly Scope[] =>
  (isPrivate ? needs.privateScopes : undefined) ?? needs.scopes;

const levels: readonly FineGrainedPermission["access"][] = ["read", "write", "admin"];

/** Whether one access to a permission includes another. */
export const includesAccess = (
  granted: FineGrainedPermission["access"],
  needed: FineGrainedPermission["access"],
): boolean => levels.indexOf(granted) >= levels.indexOf(needed);

/** Whether the word is a classic scope of GitHub; other servers have words of their own. */
export const isScope = (word: string): word is Scope => Object.hasOwn(included, word);
