import {
  anything,
  count,
  date,
  filledText,
  flag,
  hexId,
  listOf,
  objectOf,
  oneOf,
  orNull,
  text,
} from "../shape.ts";

/** The first four are those of the interface document. */
export const deploymentStates = [
  "pending",
  "success",
  "error",
  "failure",
  "inactive",
  "in_progress",
  "queued",
] as const;
export type DeploymentState = (typeof deploymentStates)[number];

export interface StoredDeploymentStatus {
  readonly id: number;
  readonly login: string;
  readonly state: DeploymentState;
  readonly description: string;
  readonly targetUrl: string;
  readonly environment: string;
  readonly environmentUrl: string;
  readonly createdAt: string;
}

export interface StoredDeployment {
  readonly id: number;
  readonly login: string;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  /** A text, or an object. */
  readonly payload: unknown;
  readonly originalEnvironment: string;
  environment: string;
  readonly description: string | null;
  readonly isTransient: boolean;
  readonly isProduction: boolean;
  readonly createdAt: string;
  updatedAt: string;
  /** Oldest first. */
  readonly statuses: StoredDeploymentStatus[];
}

export const commitStates = ["pending", "success", "error", "failure"] as const;
export type CommitState = (typeof commitStates)[number];

/** What a check says about a commit. */
export interface StoredCommitStatus {
  readonly id: number;
  readonly login: string;
  readonly sha: string;
  readonly context: string;
  readonly state: CommitState;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly createdAt: string;
}

export const deploymentShape = objectOf<StoredDeployment>({
  id: count,
  login: filledText,
  sha: hexId,
  ref: filledText,
  task: filledText,
  payload: anything,
  originalEnvironment: filledText,
  environment: filledText,
  description: orNull(text),
  isTransient: flag,
  isProduction: flag,
  createdAt: date,
  updatedAt: date,
  statuses: listOf(
    objectOf<StoredDeploymentStatus>({
      id: count,
      login: filledText,
      state: oneOf(...deploymentStates),
      description: text,
      targetUrl: text,
      environment: filledText,
      environmentUrl: text,
      createdAt: date,
    }),
  ),
});

export const commitStatusShape = objectOf<StoredCommitStatus>({
  id: count,
  login: filledText,
  sha: hexId,
  context: filledText,
  state: oneOf(...commitStates),
  description: orNull(text),
  targetUrl: orNull(text),
  createdAt: date,
});
