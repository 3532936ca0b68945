import type { Profile } from "../accounts/profile.ts";
import type { Capability } from "../accounts/capabilities.ts";
import { type OperationId, operationOf } from "../client/operations/table.ts";

/** `gone`: GitHub.com took it away. `missing`: this server answered so. `old`: only servers of the first interface have it. */
export interface Unavailable {
  readonly kind: "gone" | "missing" | "old";
  /** What the server answered. */
  readonly code?: number;
  /** Asking is pointless. */
  readonly isFinal: boolean;
}

const capabilityOf = (operation: OperationId): Capability | undefined => {
  if (operation.startsWith("authorization.")) return "authorizations";
  if (operation === "gists.public") return "publicGists";
  if (operation === "gists.starred") return "starredGists";
  return operation.startsWith("gists.") ? "gists" : undefined;
};

/** Why a server may not have an operation; undefined when nothing says so. */
export const unavailable = (operation: OperationId, profile: Profile): Unavailable | undefined => {
  const isRemoved = operationOf(operation).today?.removed === true && profile.dialect === "github";
  if (isRemoved && profile.kind === "github") return { kind: "gone", isFinal: true };
  const capability = capabilityOf(operation);
  const code = capability && profile.missing?.[capability];
  if (code !== undefined) return { kind: "missing", code, isFinal: false };
  return isRemoved && profile.kind === "enterprise" && !capability ? { kind: "old", isFinal: false } : undefined;
};
