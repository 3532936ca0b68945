import type { StoredBlob } from "../git/bytes.ts";
import {
  type Check,
  count,
  date,
  filledText,
  flag,
  isObject,
  isTrue,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
} from "../shape.ts";
import {
  deployerLogins,
  seedDeployKeyShape,
  seedDeploymentShape,
  seedHookShape,
  seedStatusShape,
  type SeedCommitStatus,
  type SeedDeployKey,
  type SeedDeployment,
  type SeedHook,
} from "./deploySeed.ts";
import { type SeedIssue, seedIssueShape, type SeedRelease, seedReleaseShape, talkLogins } from "./issueSeed.ts";
import type { StoredPermission } from "./repositoryState.ts";

/** Text, or base64, a text repeated up to a size, a link, a submodule's commit, an executable; null deletes. */
export type SeedFile =
  | StoredBlob
  | { readonly link: string }
  | { readonly submodule: string }
  | { readonly executable: string }
  | null;

/** One commit on a branch; a branch begins where `from` is, or at the default branch. */
export interface SeedCommit {
  readonly message: string;
  /** A login, or `Name <mail>` of a person without an account. */
  readonly author: string;
  readonly date: string;
  readonly branch?: string;
  /** A branch or tag. */
  readonly from?: string;
  /** A branch that this commit merges. */
  readonly merge?: string;
  /** Name of a tag on this commit. */
  readonly tag?: string;
  /** Path → content: what the commit changes. */
  readonly files?: Readonly<Record<string, SeedFile>>;
}

export interface SeedCommitComment {
  readonly login: string;
  readonly body: string;
  /** A branch, a tag, or the commit's index in `commits`. */
  readonly commit: string | number;
  readonly path?: string;
  readonly line?: number;
  readonly createdAt?: string;
}

export interface SeedDownload {
  readonly name: string;
  readonly content: StoredBlob;
  readonly description?: string;
  readonly contentType?: string;
  readonly createdAt?: string;
}

export interface SeedRepository {
  /** A user or an organization. */
  readonly owner: string;
  readonly name: string;
  readonly formerNames?: readonly string[];
  readonly description?: string | null;
  readonly homepage?: string | null;
  readonly private?: boolean;
  readonly archived?: boolean;
  readonly topics?: readonly string[];
  readonly defaultBranch?: string;
  readonly createdAt?: string;
  /** `owner/name` of a repository before this one: its branches and tags come first, then `commits`. */
  readonly forkOf?: string;
  readonly commits?: readonly SeedCommit[];
  readonly protectedBranches?: readonly string[];
  readonly collaborators?: Readonly<Record<string, StoredPermission>>;
  readonly starredBy?: readonly string[];
  readonly watchedBy?: readonly string[];
  readonly comments?: readonly SeedCommitComment[];
  readonly downloads?: readonly SeedDownload[];
  readonly hooks?: readonly SeedHook[];
  readonly deployKeys?: readonly SeedDeployKey[];
  readonly commitStatuses?: readonly SeedCommitStatus[];
  /** Oldest first. */
  readonly deployments?: readonly SeedDeployment[];
  /** By number, from 1. */
  readonly issues?: readonly SeedIssue[];
  readonly releases?: readonly SeedRelease[];
}

export interface SeedTeam {
  readonly name: string;
  readonly description?: string;
  readonly permission?: StoredPermission;
  readonly members?: readonly string[];
  /** Names of the organization's repositories. */
  readonly repositories?: readonly string[];
}

export interface SeedOrganization {
  readonly login: string;
  readonly name?: string;
  readonly description?: string;
  readonly createdAt?: string;
  /** Its members use only tokens that are authorized for its single sign-on. */
  readonly sso?: true;
  readonly admins?: readonly string[];
  readonly members?: readonly string[];
  readonly teams?: readonly SeedTeam[];
}

const fill = objectOf<{ fill: string; size: number }>({ fill: filledText, size: count });
const bytes = objectOf<{ base64: string }>({ base64: text });
const special: Readonly<Record<string, Check>> = {
  fill,
  base64: bytes,
  link: objectOf<{ link: string }>({ link: filledText }),
  submodule: objectOf<{ submodule: string }>({ submodule: filledText }),
  executable: objectOf<{ executable: string }>({ executable: text }),
};

const content: Check = (value, place) => {
  if (typeof value === "string") return;
  const kind = isObject(value) ? Object.keys(special).find((key) => key in value) : undefined;
  if (kind === undefined)
    throw new Error(`${place}: expected a text or an object with one of ${Object.keys(special).join(", ")}.`);
  special[kind]?.(value, place);
};

const permission = oneOf<StoredPermission>("read", "write", "admin");

const commit = objectOf<SeedCommit>({
  message: filledText,
  author: filledText,
  date,
  branch: optional(filledText),
  from: optional(filledText),
  merge: optional(filledText),
  tag: optional(filledText),
  files: optional(mapOf(orNull(content))),
});

const commitName: Check = (value, place) => (typeof value === "number" ? count : filledText)(value, place);

export const seedRepositoryShape = objectOf<SeedRepository>({
  owner: filledText,
  name: filledText,
  formerNames: optional(listOf(filledText)),
  description: optional(orNull(text)),
  homepage: optional(orNull(text)),
  private: optional(flag),
  archived: optional(flag),
  topics: optional(listOf(filledText)),
  defaultBranch: optional(filledText),
  createdAt: optional(date),
  forkOf: optional(filledText),
  commits: optional(listOf(commit)),
  protectedBranches: optional(listOf(filledText)),
  collaborators: optional(mapOf(permission)),
  starredBy: optional(listOf(filledText)),
  watchedBy: optional(listOf(filledText)),
  comments: optional(
    listOf(
      objectOf<SeedCommitComment>({
        login: filledText,
        body: filledText,
        commit: commitName,
        path: optional(filledText),
        line: optional(count),
        createdAt: optional(date),
      }),
    ),
  ),
  downloads: optional(
    listOf(
      objectOf<SeedDownload>({
        name: filledText,
        content,
        description: optional(text),
        contentType: optional(filledText),
        createdAt: optional(date),
      }),
    ),
  ),
  hooks: optional(listOf(seedHookShape)),
  deployKeys: optional(listOf(seedDeployKeyShape)),
  commitStatuses: optional(listOf(seedStatusShape)),
  deployments: optional(listOf(seedDeploymentShape)),
  issues: optional(listOf(seedIssueShape)),
  releases: optional(listOf(seedReleaseShape)),
});

export const seedOrganizationShape = objectOf<SeedOrganization>({
  login: filledText,
  name: optional(text),
  description: optional(text),
  createdAt: optional(date),
  sso: optional(isTrue),
  admins: optional(listOf(filledText)),
  members: optional(listOf(filledText)),
  teams: optional(
    listOf(
      objectOf<SeedTeam>({
        name: filledText,
        description: optional(text),
        permission: optional(permission),
        members: optional(listOf(filledText)),
        repositories: optional(listOf(filledText)),
      }),
    ),
  ),
});

/** That logins and names are known. What is wrong in commits is found when they are made. */
export const checkSeedRepositories = (
  organizations: readonly SeedOrganization[],
  repositories: readonly SeedRepository[],
  known: (login: string, place: string) => void,
): void => {
  const owners = new Set(organizations.map(({ login }) => login));
  for (const [index, { admins, members, teams }] of organizations.entries()) {
    const place = `seed.organizations[${index}]`;
    const all = [...(admins ?? []), ...(members ?? []), ...(teams ?? []).flatMap((team) => team.members ?? [])];
    for (const login of all) known(login, place);
  }
  for (const [index, repository] of repositories.entries()) {
    const place = `seed.repositories[${index}]`;
    const { owner, collaborators, starredBy, watchedBy, comments } = repository;
    if (!owners.has(owner)) known(owner, `${place}.owner`);
    for (const login of Object.keys(collaborators ?? {})) known(login, `${place}.collaborators`);
    for (const login of starredBy ?? []) known(login, `${place}.starredBy`);
    for (const login of watchedBy ?? []) known(login, `${place}.watchedBy`);
    for (const { login } of comments ?? []) known(login, `${place}.comments`);
    for (const login of [...deployerLogins(repository), ...talkLogins(repository)]) known(login, place);
  }
};
