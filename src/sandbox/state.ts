import type { FineGrainedPermission } from "../client/permissions.ts";
import { eventShape, type StoredEvent } from "./eventState.ts";
import type { GitData } from "./git/objects.ts";
import {
  checkRepositories,
  gitShape,
  organizationShape,
  repositoryShape,
  type StoredOrganization,
  type StoredRepository,
} from "./repositories/repositoryState.ts";
import {
  anything,
  count,
  date,
  exactly,
  filledText,
  flag,
  isObject,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
} from "./shape.ts";

/** Everything the sandbox knows, as plain JSON data. Dates are texts such as 2026-01-31T10:00:00Z. */
export interface SandboxState {
  readonly version: 2;
  /** The next number for a user, token, repository, comment or event. */
  nextNumber: number;
  readonly users: StoredUser[];
  readonly tokens: StoredToken[];
  readonly gists: StoredGist[];
  readonly organizations: StoredOrganization[];
  readonly repositories: StoredRepository[];
  /** Contents and history of all repositories. */
  readonly git: GitData;
  /** Oldest first. */
  readonly events: StoredEvent[];
}

export interface StoredUser {
  readonly id: number;
  readonly login: string;
  name: string | null;
  email: string | null;
  company: string | null;
  location: string | null;
  bio: string | null;
  blog: string | null;
  readonly createdAt: string;
  updatedAt: string;
  /** In plain text: the sandbox holds no real account. Null: the user cannot sign in by password. */
  password: string | null;
  /** The fixed one-time password. Null: the user has no two-factor authentication. */
  oneTimePassword: string | null;
  /** Logins of those whose public doings this user receives; states of before there was any have none. */
  following?: string[];
}

export type TokenPermissions = Readonly<Record<string, FineGrainedPermission["access"]>>;
export const tokenPermissions = mapOf(oneOf<FineGrainedPermission["access"]>("read", "write", "admin"));

/** A token; the authorizations interface lists the same records. */
export interface StoredToken {
  readonly id: number;
  readonly login: string;
  readonly token: string;
  /** Classic scopes; a fine-grained token has none. */
  scopes: string[];
  /** Name → access, of a fine-grained token; absent for a classic one. */
  permissions?: TokenPermissions;
  /** `owner/name` of the repositories that a fine-grained token is for; absent for all of the user's. */
  repositories?: string[];
  /** Logins of the organizations with single sign-on that the token is authorized for. */
  ssoOrganizations?: string[];
  note: string | null;
  noteUrl: string | null;
  readonly createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
}

export interface StoredFile {
  readonly name: string;
  readonly content: string;
}

/** One saved version of a gist's files, whole. */
export interface StoredVersion {
  readonly sha: string;
  readonly login: string;
  readonly committedAt: string;
  readonly additions: number;
  readonly deletions: number;
  readonly files: readonly StoredFile[];
}

export interface StoredComment {
  readonly id: number;
  readonly login: string;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface StoredGist {
  readonly id: string;
  readonly owner: string;
  description: string | null;
  readonly public: boolean;
  readonly createdAt: string;
  updatedAt: string;
  /** Id of the gist this one was forked from. */
  readonly forkOf: string | null;
  /** Oldest first, never empty. */
  readonly versions: StoredVersion[];
  /** Oldest first. */
  comments: StoredComment[];
  /** Logins. */
  starredBy: string[];
}

const user = objectOf<StoredUser>({
  id: count,
  login: filledText,
  name: orNull(text),
  email: orNull(text),
  company: orNull(text),
  location: orNull(text),
  bio: orNull(text),
  blog: orNull(text),
  createdAt: date,
  updatedAt: date,
  password: orNull(text),
  oneTimePassword: orNull(text),
  following: optional(listOf(filledText)),
});

const token = objectOf<StoredToken>({
  id: count,
  login: filledText,
  token: filledText,
  scopes: listOf(text),
  permissions: optional(tokenPermissions),
  repositories: optional(listOf(filledText)),
  ssoOrganizations: optional(listOf(filledText)),
  note: orNull(text),
  noteUrl: orNull(text),
  createdAt: date,
  updatedAt: date,
  expiresAt: orNull(date),
});

const version = objectOf<StoredVersion>({
  sha: filledText,
  login: filledText,
  committedAt: date,
  additions: count,
  deletions: count,
  files: listOf(objectOf<StoredFile>({ name: filledText, content: text })),
});

const gist = objectOf<StoredGist>({
  id: filledText,
  owner: filledText,
  description: orNull(text),
  public: flag,
  createdAt: date,
  updatedAt: date,
  forkOf: orNull(text),
  versions: listOf(version),
  comments: listOf(
    objectOf<StoredComment>({ id: count, login: filledText, body: text, createdAt: date, updatedAt: date }),
  ),
  starredBy: listOf(text),
});

const shape = objectOf<SandboxState>({
  version: exactly(2),
  nextNumber: count,
  users: listOf(user),
  tokens: listOf(token),
  gists: listOf(gist),
  organizations: listOf(organizationShape),
  repositories: listOf(repositoryShape),
  git: gitShape,
  events: listOf(eventShape),
});

/** Version 1 knew no repositories: it kept lists without meaning in their place. */
const firstShape = objectOf<Omit<SandboxState, "organizations" | "git">>({
  version: exactly(1),
  nextNumber: count,
  users: listOf(user),
  tokens: listOf(token),
  gists: listOf(gist),
  repositories: listOf(anything),
  events: listOf(anything),
});

const checkReferences = (state: SandboxState): void => {
  const logins = new Set(state.users.map(({ login }) => login));
  const known = (login: string, place: string): void => {
    if (!logins.has(login)) throw new Error(`${place}: no user has the login ${JSON.stringify(login)}.`);
  };
  for (const [index, { login }] of state.tokens.entries()) known(login, `state.tokens[${index}].login`);
  for (const [index, { owner, versions, comments, starredBy }] of state.gists.entries()) {
    const place = `state.gists[${index}]`;
    known(owner, `${place}.owner`);
    if (versions.length === 0) throw new Error(`${place}.versions: a gist has at least one version.`);
    for (const [at, { login }] of versions.entries()) known(login, `${place}.versions[${at}].login`);
    for (const [at, { login }] of comments.entries()) known(login, `${place}.comments[${at}].login`);
    for (const [at, login] of starredBy.entries()) known(login, `${place}.starredBy[${at}]`);
  }
  checkRepositories(state, known);
};

export const emptyGit = (): GitData => ({ blobs: {}, trees: {}, commits: {} });

const fromFirst = (value: object): object => ({
  ...value,
  version: 2,
  organizations: [],
  repositories: [],
  git: emptyGit(),
  events: [],
});

/** Whether this is state of a sandbox that knew no repositories yet. */
export const isFirstVersion = (value: unknown): boolean => isObject(value) && value["version"] === 1;

/** Reads saved state, of this version or the one before. Fails with an `Error` that says what is wrong where. */
export const parseState = (value: unknown): SandboxState => {
  // The version first: of another version's file no other complaint would make sense.
  if (isObject(value) && value["version"] !== 1 && value["version"] !== 2) {
    throw new Error(
      `state.version: this sandbox reads version 2, found ${JSON.stringify(value["version"]) ?? "none"}.`,
    );
  }
  const isFirst = isFirstVersion(value);
  (isFirst ? firstShape : shape)(value, "state");
  const copy: object = structuredClone(value) as object;
  const state = (isFirst ? fromFirst(copy) : copy) as SandboxState;
  checkReferences(state);
  return state;
};
