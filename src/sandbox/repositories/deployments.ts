import { ancestors } from "../git/history.ts";
import { mergeCommits } from "../git/merge.ts";
import { ApiFailure } from "../http.ts";
import { isObject } from "../shape.ts";
import type { Store } from "../store.ts";
import type { Writer } from "./access.ts";
import { push, signatureOf } from "./commits.ts";
import type { StoredCommitStatus, StoredDeployment } from "./deploymentState.ts";
import { findBranch, headOf } from "./refs.ts";
import { failField } from "./repositoryInput.ts";
import type { StoredRepository } from "./repositoryState.ts";

/** Characters of a description. */
export const maxDescriptionLength = 140;

/** The latest word of each context about a commit, the newest first. */
export const statusesOf = ({ commitStatuses = [] }: StoredRepository, sha: string): StoredCommitStatus[] => {
  const latest = new Map<string, StoredCommitStatus>();
  for (const status of commitStatuses) if (status.sha === sha) latest.set(status.context, status);
  return [...latest.values()].toSorted((left, right) => right.id - left.id);
};

/** Fails with 409 unless all these contexts, or all that there are, say success. An empty list asks for nothing. */
export const checkContexts = (
  repository: StoredRepository,
  ref: string,
  sha: string,
  required: readonly string[] | undefined,
): void => {
  const statuses = statusesOf(repository, sha);
  const wanted = required ?? statuses.map(({ context }) => context);
  const contexts = [...new Set(wanted)]
    .map((context) => ({
      context,
      // Who has said nothing yet may still do.
      state: statuses.find((status) => status.context === context)?.state ?? "pending",
    }))
    .filter(({ state }) => state !== "success");
  if (contexts.length === 0) return;
  throw new ApiFailure(409, `Conflict: Commit status checks failed for ${ref}.`, {
    errors: [{ contexts, resource: "Deployment", field: "required_contexts", code: "invalid" }],
  });
};

/** Merges the default branch into a branch that is behind it: the message of what was merged, or undefined. */
export const autoMerge = (store: Store, { repository, user }: Writer, ref: string): string | undefined => {
  const name = ref.replace(/^(refs\/)?heads\//, "");
  const branch = findBranch(store, repository, ref) ?? findBranch(store, repository, name);
  const main = headOf(store, repository);
  const { git } = store;
  if (branch === undefined || main === undefined || branch.name === repository.defaultBranch) return undefined;
  if (ancestors(git, [branch.commit]).has(main)) return undefined;
  const conflict = `Conflict merging ${repository.defaultBranch} into ${branch.name}`;
  if (branch.isProtected) throw new ApiFailure(409, `${conflict}: the branch is protected.`);
  const result = mergeCommits(git, branch.commit, main);
  if ("conflicts" in result) throw new ApiFailure(409, conflict);
  const signature = signatureOf(user, store.date());
  const commit = git.writeCommit({
    tree: result.tree,
    parents: [branch.commit, main],
    author: signature,
    committer: signature,
    message: `Merge ${repository.defaultBranch} into ${branch.name}`,
  });
  push(store, repository, user.login, branch.name, commit);
  return `Auto-merged ${repository.defaultBranch} into ${branch.name} on deployment.`;
};

/** An object, or a text with JSON in it, as the interface document sends it; nothing is an empty object. */
export const readPayload = (value: unknown): unknown => {
  if (value === undefined || value === null || value === "") return {};
  if (isObject(value)) return value;
  if (typeof value !== "string") return failField("Deployment", "payload", "invalid", "payload is no object");
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : value;
  } catch {
    return failField("Deployment", "payload", "invalid", "payload is no JSON");
  }
};

/** Ends what was deployed to the environment before, unless it is one for good. */
export const supersede = (
  store: Store,
  repository: StoredRepository,
  by: StoredDeployment,
  login: string,
): void => {
  for (const other of repository.deployments ?? []) {
    if (other.id === by.id || other.environment !== by.environment) continue;
    if (other.isTransient || other.isProduction || other.statuses.at(-1)?.state !== "success") continue;
    const createdAt = store.date();
    other.statuses.push({
      id: store.number(),
      login,
      state: "inactive",
      description: "",
      targetUrl: "",
      environment: other.environment,
      environmentUrl: "",
      createdAt,
    });
    other.updatedAt = createdAt;
  }
};
