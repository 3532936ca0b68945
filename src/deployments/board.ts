import type { Deployment, DeploymentStatus } from "../client/types/deployment.ts";

/** What narrows the deployments of a repository. */
export interface DeploymentFilter {
  readonly sha?: string;
  readonly ref?: string;
  readonly task?: string;
  readonly environment?: string;
}
export const filterNames = [
  "sha",
  "ref",
  "task",
  "environment",
] as const satisfies readonly (keyof DeploymentFilter)[];

/** A deployment with what is known of its statuses, the newest first. */
export interface Deployed {
  readonly deployment: Deployment;
  readonly statuses: readonly DeploymentStatus[];
}

/** Why a deployment is not current: another one replaced it, or it has no status. */
export type Staleness = "superseded" | "forgotten";

const day = 24 * 3_600_000;

/** What has no end yet. */
const open: ReadonlySet<string> = new Set(["pending", "queued", "in_progress"]);

/** `none` before the first status. */
export const stateOf = ({ statuses }: Deployed): string => statuses[0]?.state ?? "none";

export const environmentOf = ({ deployment: { environment } }: Pick<Deployed, "deployment">): string =>
  environment === undefined || environment === "" ? "production" : environment;

/** A newer deployment to the same environment that went well is in the place of each before it. */
export const stalenessOf = (
  one: Deployed,
  /** All of its environment, the newest first. */
  all: readonly Deployed[],
  now: number,
): Staleness | undefined => {
  const newer = all.slice(
    0,
    all.findIndex(({ deployment }) => deployment.id === one.deployment.id),
  );
  const isReplaced = newer.some((other) => stateOf(other) === "success");
  if (isReplaced || stateOf(one) === "inactive") return "superseded";
  const since = Date.parse(one.statuses[0]?.created_at ?? one.deployment.created_at);
  const state = stateOf(one);
  return (open.has(state) || state === "none") && now - since > day ? "forgotten" : undefined;
};

/** By environment, in the order of the newest deployment of each; within, the newest first. */
export const byEnvironment = (deployments: readonly Deployment[]): ReadonlyMap<string, readonly Deployment[]> => {
  const sorted = deployments.toSorted(
    (left, right) => Date.parse(right.created_at) - Date.parse(left.created_at) || right.id - left.id,
  );
  const groups = new Map<string, Deployment[]>();
  for (const deployment of sorted) {
    const environment = environmentOf({ deployment });
    groups.set(environment, [...(groups.get(environment) ?? []), deployment]);
  }
  return groups;
};
