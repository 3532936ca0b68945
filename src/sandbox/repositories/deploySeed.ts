import { hookResponseShape, type StoredHookResponse } from "../webhooks/hookState.ts";
import {
  anything,
  type Check,
  count,
  date,
  filledText,
  flag,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  text,
} from "../shape.ts";
import { commitStates, type CommitState, deploymentStates, type DeploymentState } from "./deploymentState.ts";

export interface SeedHook {
  /** As a call sends it: at least `url`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly events?: readonly string[];
  readonly active?: boolean;
  readonly createdAt?: string;
  readonly lastResponse?: StoredHookResponse;
}

export interface SeedDeployKey {
  readonly title: string;
  /** A line such as `ssh-ed25519 AAAA…`. */
  readonly key: string;
  readonly readOnly?: boolean;
  /** The owner when absent; of an organization its first admin. */
  readonly addedBy?: string;
  readonly createdAt?: string;
  readonly lastUsed?: string;
}

export interface SeedCommitStatus {
  /** A branch, a tag, or the commit's index in `commits`. */
  readonly commit: string | number;
  readonly state: CommitState;
  readonly context?: string;
  readonly login?: string;
  readonly description?: string;
  readonly targetUrl?: string;
  readonly createdAt?: string;
}

export interface SeedDeploymentStatus {
  readonly state: DeploymentState;
  readonly login?: string;
  readonly description?: string;
  readonly targetUrl?: string;
  readonly createdAt?: string;
}

export interface SeedDeployment {
  /** A branch or a tag. */
  readonly ref: string;
  /** What it was then: an index in `commits`; when absent, where the ref is. */
  readonly commit?: number;
  readonly login?: string;
  readonly task?: string;
  readonly environment?: string;
  readonly description?: string;
  readonly payload?: unknown;
  readonly createdAt?: string;
  /** Oldest first. */
  readonly statuses?: readonly SeedDeploymentStatus[];
}

const commitName: Check = (value, place) => (typeof value === "number" ? count : filledText)(value, place);

export const seedHookShape = objectOf<SeedHook>({
  config: mapOf(anything),
  name: optional(filledText),
  events: optional(listOf(filledText)),
  active: optional(flag),
  createdAt: optional(date),
  lastResponse: optional(hookResponseShape),
});

export const seedDeployKeyShape = objectOf<SeedDeployKey>({
  title: filledText,
  key: filledText,
  readOnly: optional(flag),
  addedBy: optional(filledText),
  createdAt: optional(date),
  lastUsed: optional(date),
});

export const seedStatusShape = objectOf<SeedCommitStatus>({
  commit: commitName,
  state: oneOf(...commitStates),
  context: optional(filledText),
  login: optional(filledText),
  description: optional(text),
  targetUrl: optional(text),
  createdAt: optional(date),
});

export const seedDeploymentShape = objectOf<SeedDeployment>({
  ref: filledText,
  commit: optional(count),
  login: optional(filledText),
  task: optional(filledText),
  environment: optional(filledText),
  description: optional(text),
  payload: optional(anything),
  createdAt: optional(date),
  statuses: optional(
    listOf(
      objectOf<SeedDeploymentStatus>({
        state: oneOf(...deploymentStates),
        login: optional(filledText),
        description: optional(text),
        targetUrl: optional(text),
        createdAt: optional(date),
      }),
    ),
  ),
});

interface Deployers {
  readonly deployKeys?: readonly SeedDeployKey[];
  readonly commitStatuses?: readonly SeedCommitStatus[];
  readonly deployments?: readonly SeedDeployment[];
}

/** The logins that these parts of a seed name. */
export const deployerLogins = ({ deployKeys = [], commitStatuses = [], deployments = [] }: Deployers): string[] =>
  [
    ...deployKeys.map(({ addedBy }) => addedBy),
    ...commitStatuses.map(({ login }) => login),
    ...deployments.flatMap(({ login, statuses = [] }) => [login, ...statuses.map((status) => status.login)]),
  ].filter((login) => login !== undefined);
