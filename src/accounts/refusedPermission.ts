import type { RefusedPermission } from "../client/errors.ts";

const kinds: readonly unknown[] = ["signIn", "scopes", "permissions", "sso"] satisfies RefusedPermission["kind"][];

/** The argument of a command, where it is what a row or a message of ours gave it. */
export const refusedPermissionOf = (value: unknown): RefusedPermission | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, account } = value as Readonly<Record<string, unknown>>;
  return kinds.includes(kind) && typeof account === "string" ? (value as RefusedPermission) : undefined;
};
