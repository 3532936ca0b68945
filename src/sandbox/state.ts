import {
  anything,
  count,
  date,
  exactly,
  filledText,
  flag,
  isObject,
  listOf,
  objectOf,
  orNull,
  text,
} from "./shape.ts";

/** Everything the sandbox knows, as plain JSON data. Dates are texts such as 2026-01-31T10:00:00Z. */
export interface SandboxState {
  readonly version: 1;
  /** The next number for a user, token or comment. */
  nextNumber: number;
  readonly users: StoredUser[];
  readonly tokens: StoredToken[];
  readonly gists: StoredGist[];
  /** Kept as they are until the sandbox has routes for them. */
  readonly repositories: unknown[];
  readonly events: unknown[];
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
}

/** A token; the authorizations interface lists the same records. */
export interface StoredToken {
  readonly id: number;
  readonly login: string;
  readonly token: string;
  scopes: string[];
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
});

const token = objectOf<StoredToken>({
  id: count,
  login: filledText,
  token: filledText,
  scopes: listOf(text),
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
};

/** Reads saved state. Fails with an `Error` that says what is wrong where. */
export const parseState = (value: unknown): SandboxState => {
  // The version first: of another version's file no other complaint would make sense.
  if (isObject(value) && value["version"] !== 1) {
    throw new Error(
      `state.version: this sandbox reads version 1, found ${JSON.stringify(value["version"]) ?? "none"}.`,
    );
  }
  shape(value, "state");
  const state = structuredClone(value) as SandboxState;
  checkReferences(state);
  return state;
};
