import { authorization } from "./operations/authorization.ts";
import { events } from "./operations/events.ts";
import { gists } from "./operations/gists.ts";
import { misc } from "./operations/misc.ts";
import { branches } from "./operations/repos/branches.ts";
import { collaborators } from "./operations/repos/collaborators.ts";
import { commits } from "./operations/repos/commits.ts";
import { contents } from "./operations/repos/contents.ts";
import { deployments } from "./operations/repos/deployments.ts";
import { downloads } from "./operations/repos/downloads.ts";
import { forks } from "./operations/repos/forks.ts";
import { hooks } from "./operations/repos/hooks.ts";
import { keys } from "./operations/repos/keys.ts";
import { repositories } from "./operations/repos/repositories.ts";
import { starring } from "./operations/repos/starring.ts";
import { statistics } from "./operations/repos/statistics.ts";
import { watching } from "./operations/repos/watching.ts";
import { isWrite, type OperationId } from "./operations/table.ts";

const idsOf = (section: string, rows: object): readonly OperationId[] =>
  Object.keys(rows).map((name) => `${section}.${name}` as OperationId);

/** Features of their own, whose rows are among those of repositories. */
const separate: readonly OperationId[] = ["repos.delete", "repos.getTeams"];
const ofRepositories = idsOf("repos", {
  ...repositories,
  ...branches,
  ...commits,
  ...contents,
  ...downloads,
  ...forks,
  ...statistics,
}).filter((id) => !separate.includes(id));

/**
 * What people use Forgeside for, with the operations that it takes: the unit in which permissions are asked for. A new row
 * belongs to the feature of its file.
 */
export const featureOperations = {
  gists: idsOf("gists", gists),
  repositories: ofRepositories.filter((id) => !isWrite(id)),
  repositoryChanges: ofRepositories.filter(isWrite),
  repositoryDeletion: ["repos.delete"],
  teams: ["repos.getTeams"],
  collaborators: idsOf("repos", collaborators),
  hooks: idsOf("repos", hooks),
  keys: idsOf("repos", keys),
  deployments: idsOf("repos", deployments),
  stars: idsOf("repos", starring),
  watching: idsOf("repos", watching),
  activity: idsOf("events", events),
  authorizations: idsOf("authorization", authorization),
  service: idsOf("misc", misc),
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

export type FeatureId = keyof typeof featureOperations;

export const featureIds = Object.keys(featureOperations) as readonly FeatureId[];

const features = new Map<string, FeatureId>(
  featureIds.flatMap((feature) => featureOperations[feature].map((operation) => [operation, feature] as const)),
);

/** The feature that an operation is part of; a path without an operation belongs to none. */
export const featureOf = (operation: string | undefined): FeatureId | undefined => features.get(operation ?? "");
