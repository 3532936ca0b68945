import { hookShape, type StoredHook } from "../webhooks/hookState.ts";
import type { StoredBlob } from "../git/bytes.ts";
import type { GitData, Signature, StoredCommit } from "../git/objects.ts";
import {
  type Check,
  count,
  date,
  filledText,
  flag,
  hexId,
  isObject,
  isTrue,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
  tuple,
} from "../shape.ts";
import { issueShape, type StoredIssue } from "./issueState.ts";
import { deployKeyShape, type StoredDeployKey } from "./deployKeyState.ts";
import {
  commitStatusShape,
  deploymentShape,
  type StoredCommitStatus,
  type StoredDeployment,
} from "./deploymentState.ts";

export type StoredPermission = "read" | "write" | "admin";

export interface StoredRef {
  readonly name: string;
  commit: string;
}

export interface StoredBranch extends StoredRef {
  /** The API refuses writes to it. */
  isProtected: boolean;
}

export interface StoredCollaborator {
  readonly login: string;
  permission: StoredPermission;
}

/** A star or a subscription. */
export interface StoredMark {
  readonly login: string;
  readonly date: string;
}

export interface StoredCommitComment {
  readonly id: number;
  readonly login: string;
  body: string;
  readonly commit: string;
  readonly path: string | null;
  readonly position: number | null;
  readonly line: number | null;
  readonly createdAt: string;
  updatedAt: string;
}

export interface StoredDownload {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly contentType: string;
  readonly content: StoredBlob;
  readonly createdAt: string;
  count: number;
}

export interface StoredRepository {
  readonly id: number;
  /** Login of a user or an organization. */
  readonly owner: string;
  name: string;
  /** Names it had before; they redirect until another repository takes them. */
  readonly formerNames: string[];
  description: string | null;
  homepage: string | null;
  private: boolean;
  archived: boolean;
  hasIssues: boolean;
  hasWiki: boolean;
  hasDownloads: boolean;
  readonly topics: string[];
  defaultBranch: string;
  readonly createdAt: string;
  updatedAt: string;
  /** Null: nothing was pushed yet. */
  pushedAt: string | null;
  /** Id of the repository it was forked from. */
  readonly forkOf: number | null;
  /** A fork has no contents before this moment. */
  readonly readyAt: string;
  branches: StoredBranch[];
  tags: StoredRef[];
  collaborators: StoredCollaborator[];
  /** Oldest first, as the next three. */
  stars: StoredMark[];
  watchers: StoredMark[];
  comments: StoredCommitComment[];
  downloads: StoredDownload[];
  /** Oldest first, as the next three; states of before there were any have none of these. */
  hooks?: StoredHook[];
  deployKeys?: StoredDeployKey[];
  deployments?: StoredDeployment[];
  commitStatuses?: StoredCommitStatus[];
  /** By number. */
  issues?: StoredIssue[];
}

export interface StoredTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly permission: StoredPermission;
  readonly members: string[];
  /** Ids. */
  repositories: number[];
}

export interface StoredMember {
  readonly login: string;
  readonly role: "admin" | "member";
}

export interface StoredOrganization {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly createdAt: string;
  /** Its members use only tokens that are authorized for its single sign-on. */
  readonly sso?: true;
  readonly members: StoredMember[];
  readonly teams: StoredTeam[];
}

const ref = { name: filledText, commit: hexId };
const mark = objectOf<StoredMark>({ login: filledText, date });

const blob: Check = (value, place) => {
  if (typeof value === "string") return;
  if (isObject(value) && "fill" in value)
    objectOf<{ fill: string; size: number }>({ fill: filledText, size: count })(value, place);
  else objectOf<{ base64: string }>({ base64: text })(value, place);
};

const permission = oneOf<StoredPermission>("read", "write", "admin");

export const repositoryShape = objectOf<StoredRepository>({
  id: count,
  owner: filledText,
  name: filledText,
  formerNames: listOf(filledText),
  description: orNull(text),
  homepage: orNull(text),
  private: flag,
  archived: flag,
  hasIssues: flag,
  hasWiki: flag,
  hasDownloads: flag,
  topics: listOf(filledText),
  defaultBranch: filledText,
  createdAt: date,
  updatedAt: date,
  pushedAt: orNull(date),
  forkOf: orNull(count),
  readyAt: date,
  branches: listOf(objectOf<StoredBranch>({ ...ref, isProtected: flag })),
  tags: listOf(objectOf<StoredRef>(ref)),
  collaborators: listOf(objectOf<StoredCollaborator>({ login: filledText, permission })),
  stars: listOf(mark),
  watchers: listOf(mark),
  comments: listOf(
    objectOf<StoredCommitComment>({
      id: count,
      login: filledText,
      body: text,
      commit: hexId,
      path: orNull(text),
      position: orNull(count),
      line: orNull(count),
      createdAt: date,
      updatedAt: date,
    }),
  ),
  downloads: listOf(
    objectOf<StoredDownload>({
      id: count,
      name: filledText,
      description: orNull(text),
      contentType: filledText,
      content: blob,
      createdAt: date,
      count,
    }),
  ),
  hooks: optional(listOf(hookShape)),
  deployKeys: optional(listOf(deployKeyShape)),
  deployments: optional(listOf(deploymentShape)),
  commitStatuses: optional(listOf(commitStatusShape)),
  issues: optional(listOf(issueShape)),
});

export const organizationShape = objectOf<StoredOrganization>({
  id: count,
  login: filledText,
  name: orNull(text),
  description: orNull(text),
  createdAt: date,
  sso: optional(isTrue),
  members: listOf(
    objectOf<StoredMember>({ login: filledText, role: oneOf<StoredMember["role"]>("admin", "member") }),
  ),
  teams: listOf(
    objectOf<StoredTeam>({
      id: count,
      slug: filledText,
      name: filledText,
      description: orNull(text),
      permission,
      members: listOf(filledText),
      repositories: listOf(count),
    }),
  ),
});

const signature = objectOf<Signature>({ name: text, email: text, date });

export const gitShape = objectOf<GitData>({
  blobs: mapOf(blob),
  trees: mapOf(listOf(tuple(oneOf("40000", "100644", "100755", "120000", "160000"), hexId, filledText))),
  commits: mapOf(
    objectOf<StoredCommit>({
      tree: hexId,
      parents: listOf(hexId),
      author: signature,
      committer: signature,
      message: text,
    }),
  ),
});

interface Deps {
  readonly git: GitData;
  readonly repositories: readonly StoredRepository[];
  readonly organizations: readonly StoredOrganization[];
}

const checkGit = ({ blobs, trees, commits }: GitData): void => {
  const missing = (place: string, kind: string, id: string): never => {
    throw new Error(`${place}: there is no ${kind} ${id}.`);
  };
  for (const [id, entries] of Object.entries(trees)) {
    for (const [mode, target] of entries) {
      if (mode === "40000" && !Object.hasOwn(trees, target)) missing(`state.git.trees[${id}]`, "tree", target);
      if (mode.startsWith("1") && mode !== "160000" && !Object.hasOwn(blobs, target))
        missing(`state.git.trees[${id}]`, "blob", target);
    }
  }
  for (const [id, { tree, parents }] of Object.entries(commits)) {
    if (!Object.hasOwn(trees, tree)) missing(`state.git.commits[${id}]`, "tree", tree);
    for (const parent of parents)
      if (!Object.hasOwn(commits, parent)) missing(`state.git.commits[${id}]`, "commit", parent);
  }
};

/** Throws when something that repositories refer to is missing. `known` throws for an unknown login. */
export const checkRepositories = (
  { git, repositories, organizations }: Deps,
  known: (login: string, place: string) => void,
): void => {
  checkGit(git);
  const owners = new Set(organizations.map(({ login }) => login));
  for (const [index, { members, teams }] of organizations.entries()) {
    const place = `state.organizations[${index}]`;
    for (const { login } of members) known(login, `${place}.members`);
    for (const team of teams) for (const login of team.members) known(login, `${place}.teams`);
  }
  for (const [index, repository] of repositories.entries()) {
    const place = `state.repositories[${index}]`;
    if (!owners.has(repository.owner)) known(repository.owner, `${place}.owner`);
    for (const part of ["collaborators", "stars", "watchers", "comments"] as const)
      for (const [at, { login }] of repository[part].entries()) known(login, `${place}.${part}[${at}].login`);
    for (const part of ["deployments", "commitStatuses"] as const)
      for (const [at, { login }] of (repository[part] ?? []).entries())
        known(login, `${place}.${part}[${at}].login`);
    for (const [at, { addedBy }] of (repository.deployKeys ?? []).entries())
      known(addedBy, `${place}.deployKeys[${at}].addedBy`);
    for (const [at, { statuses }] of (repository.deployments ?? []).entries())
      for (const { login } of statuses) known(login, `${place}.deployments[${at}].statuses`);
    for (const part of ["branches", "tags"] as const)
      for (const [at, { commit }] of repository[part].entries())
        if (!Object.hasOwn(git.commits, commit))
          throw new Error(`${place}.${part}[${at}].commit: there is no commit ${commit}.`);
  }
};
