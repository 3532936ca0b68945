/** Classic OAuth scopes. A scope includes those that are listed after it. */
const included = {
  gist: [],
  repo: ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"],
  public_repo: [],
  "repo:status": [],
  repo_deployment: [],
  "repo:invite": [],
  security_events: [],
  delete_repo: [],
  "admin:repo_hook": ["write:repo_hook", "read:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "read:repo_hook": [],
  "admin:org": ["write:org", "read:org"],
  "write:org": ["read:org"],
  "read:org": [],
  user: ["read:user", "user:email", "user:follow"],
  "read:user": [],
  "user:email": [],
  "user:follow": [],
  notifications: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A classic OAuth scope, such as `admin:repo_hook`. Source: docs.github.com, "Scopes for OAuth apps". */
export type Scope = keyof typeof included;

/** A fine-grained permission of a token, such as `{ name: "repository_hooks", access: "read" }`, as the service's headers name it. */
export interface FineGrainedPermission {
  readonly name: string;
  readonly access: "read" | "write" | "admin";
}

/** What an operation needs to be allowed. */
export interface Needs {
  /** `anyone`: what is public is answered without a token. `user`: a token is needed, whatever its scopes. */
  readonly access: "anyone" | "user";
  /** Classic scopes of which one is needed where everything that it touches is public; empty when none is. */
  readonly scopes: readonly Scope[];
  /** Classic scopes of which one is needed for a private repository; absent where that makes no difference. */
  readonly privateScopes?: readonly Scope[];
  /** The permissions that a fine-grained token needs, one of them; empty when any such token will do. */
  readonly permissions: readonly FineGrainedPermission[];
}

const scopesIncludedIn = (scope: string): readonly string[] =>
  Object.hasOwn(included, scope) ? included[scope as Scope] : [];

/** Whether `granted` has one of `accepted`, by itself or within a wider scope. True when nothing is needed. */
export const hasScope = (granted: readonly string[], accepted: readonly string[]): boolean =>
  accepted.length === 0 ||
  accepted.some((scope) => granted.some((each) => each === scope || scopesIncludedIn(each).includes(scope)));
