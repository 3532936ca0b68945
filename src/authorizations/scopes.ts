import { withoutIncluded } from "../accounts/sessions.ts";
import { allScopes } from "../client/permissions.ts";
import type { Authorization } from "../client/types/authorization.ts";

/** The documented scopes, each before those that it includes. */
export const knownScopes = allScopes.toReversed();

/** What lets a stranger with the token do harm that cannot be undone. */
const dangerous: ReadonlySet<string> = new Set([
  "delete_repo",
  "admin:org",
  "admin:public_key",
  "admin:org_hook",
  "site_admin",
  "admin:enterprise",
]);

/** Why a token deserves a look. `scopes` are the ones meant. */
export type Hint =
  | { readonly kind: "dangerous" | "doubled"; readonly scopes: readonly string[] }
  | { readonly kind: "old"; readonly days: number };

const day = 24 * 3_600_000;
const oldAfter = 365;

/** `now` in milliseconds since 1970-01-01T00:00:00Z. The API does not report when a token was last used. */
export const hintsOf = (
  { scopes: given, updated_at: updated }: Pick<Authorization, "scopes" | "updated_at">,
  now: number,
): readonly Hint[] => {
  const scopes = given ?? [];
  const risky = scopes.filter((scope) => dangerous.has(scope));
  const doubled = scopes.filter((scope) => !withoutIncluded(scopes).includes(scope));
  const days = Math.floor((now - Date.parse(updated)) / day);
  return [
    ...(risky.length > 0 ? [{ kind: "dangerous" as const, scopes: risky }] : []),
    ...(doubled.length > 0 ? [{ kind: "doubled" as const, scopes: doubled }] : []),
    ...(days > oldAfter ? [{ kind: "old" as const, days }] : []),
  ];
};

/** The difference between two sets of scopes. */
export interface ScopeChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

export const changeOf = (former: readonly string[], next: readonly string[]): ScopeChange => ({
  added: next.filter((scope) => !former.includes(scope)),
  removed: former.filter((scope) => !next.includes(scope)),
  kept: former.filter((scope) => next.includes(scope)),
});

/** What is sent of a change: as little as says it. The interface takes one of the three at a time. */
export const scopeFields = ({
  added,
  removed,
  kept,
}: ScopeChange): {
  readonly scopes?: string[];
  readonly add_scopes?: string[];
  readonly remove_scopes?: string[];
} => {
  if (added.length === 0 && removed.length === 0) return {};
  if (removed.length === 0) return { add_scopes: [...added] };
  if (added.length === 0) return { remove_scopes: [...removed] };
  return { scopes: [...kept, ...added] };
};
