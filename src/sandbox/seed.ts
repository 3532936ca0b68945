import type { Clock, Random } from "../base/clock.ts";
import { seedEvents, type SeedEvent, seedEventShape } from "./eventSeed.ts";
import { versionAfter } from "./gistStore.ts";
import { seedRepositories } from "./repositories/seedRepositories.ts";
import {
  checkSeedRepositories,
  type SeedOrganization,
  seedOrganizationShape,
  type SeedRepository,
  seedRepositoryShape,
} from "./repositories/repositorySeed.ts";
import {
  type Check,
  date,
  filledText,
  flag,
  isObject,
  listOf,
  mapOf,
  objectOf,
  optional,
  orNull,
  text,
} from "./shape.ts";
import {
  emptyGit,
  type SandboxState,
  type StoredFile,
  type StoredGist,
  type StoredToken,
  type StoredUser,
  type StoredVersion,
  type TokenPermissions,
  tokenPermissions,
} from "./state.ts";
import { createStore, type Store } from "./store.ts";

/** What a sandbox begins with, written by hand: `seedFormat.md` documents it. Dates are texts such as 2026-01-31T10:00:00Z. */
export interface SandboxSeed {
  readonly users: readonly SeedUser[];
  readonly tokens?: readonly SeedToken[];
  readonly gists?: readonly SeedGist[];
  readonly organizations?: readonly SeedOrganization[];
  /** A fork stands after what it was forked from. */
  readonly repositories?: readonly SeedRepository[];
  /** What the sandbox cannot make up of the rest, in any order. */
  readonly events?: readonly SeedEvent[];
}

export interface SeedUser {
  readonly login: string;
  readonly name?: string;
  readonly email?: string;
  readonly company?: string;
  readonly location?: string;
  readonly bio?: string;
  readonly blog?: string;
  readonly createdAt?: string;
  readonly password?: string;
  readonly oneTimePassword?: string;
  /** Logins of those whose public doings this user receives. */
  readonly following?: readonly string[];
}

export interface SeedToken {
  readonly token: string;
  readonly login: string;
  readonly scopes?: readonly string[];
  /** Makes it a fine-grained token: name → access, such as `{ contents: "read" }`. It has no scopes then. */
  readonly permissions?: TokenPermissions;
  /** `owner/name` of the repositories that a fine-grained token is for; `all` when absent. */
  readonly repositories?: "all" | readonly string[];
  /** Logins of organizations with single sign-on. */
  readonly ssoOrganizations?: readonly string[];
  readonly note?: string;
  readonly noteUrl?: string;
  readonly createdAt?: string;
  readonly expiresAt?: string;
}

export interface SeedGist {
  readonly id?: string;
  readonly owner: string;
  readonly description?: string | null;
  readonly public?: boolean;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly forkOf?: string;
  /** File name → content. */
  readonly files: Readonly<Record<string, string>>;
  /** Versions before `files`, oldest first. */
  readonly earlier?: readonly SeedVersion[];
  readonly comments?: readonly SeedComment[];
  readonly starredBy?: readonly string[];
}

interface SeedVersion {
  readonly committedAt: string;
  readonly files: Readonly<Record<string, string>>;
}

interface SeedComment {
  readonly login: string;
  readonly body: string;
  readonly createdAt?: string;
}

const hexId = /^[0-9a-f]{20,32}$/;
const gistId = (value: unknown, place: string): void => {
  if (typeof value !== "string" || !hexId.test(value))
    throw new Error(`${place}: expected 20 to 32 hexadecimal digits.`);
};

const filesShape = (value: unknown, place: string): void => {
  mapOf(filledText)(value, place);
  if (isObject(value) && Object.keys(value).length === 0)
    throw new Error(`${place}: a gist has at least one file.`);
};

const userShape = objectOf<SeedUser>({
  login: filledText,
  name: optional(text),
  email: optional(text),
  company: optional(text),
  location: optional(text),
  bio: optional(text),
  blog: optional(text),
  createdAt: optional(date),
  password: optional(filledText),
  oneTimePassword: optional(filledText),
  following: optional(listOf(filledText)),
});

const repositorySelection: Check = (value, place) => {
  if (value !== "all") listOf(filledText)(value, place);
};

const tokenShape = objectOf<SeedToken>({
  token: filledText,
  login: filledText,
  scopes: optional(listOf(text)),
  permissions: optional(tokenPermissions),
  repositories: optional(repositorySelection),
  ssoOrganizations: optional(listOf(filledText)),
  note: optional(text),
  noteUrl: optional(text),
  createdAt: optional(date),
  expiresAt: optional(date),
});

const gistShape = objectOf<SeedGist>({
  id: optional(gistId),
  owner: filledText,
  description: optional(orNull(text)),
  public: optional(flag),
  createdAt: optional(date),
  updatedAt: optional(date),
  forkOf: optional(gistId),
  files: filesShape,
  earlier: optional(listOf(objectOf<SeedVersion>({ committedAt: date, files: filesShape }))),
  comments: optional(
    listOf(objectOf<SeedComment>({ login: filledText, body: filledText, createdAt: optional(date) })),
  ),
  starredBy: optional(listOf(text)),
});

const seedShape = objectOf<SandboxSeed>({
  users: listOf(userShape),
  tokens: optional(listOf(tokenShape)),
  gists: optional(listOf(gistShape)),
  organizations: optional(listOf(seedOrganizationShape)),
  repositories: optional(listOf(seedRepositoryShape)),
  events: optional(listOf(seedEventShape)),
});

const checkUnique = (values: readonly (string | undefined)[], place: string, what: string): void => {
  const seen = new Set<string>();
  for (const value of values) {
    if (value === undefined) continue;
    if (seen.has(value)) throw new Error(`${place}: the ${what} ${JSON.stringify(value)} is there twice.`);
    seen.add(value);
  }
};

const checkTokens = (
  { tokens = [], organizations = [], repositories = [] }: SandboxSeed,
  known: (login: string, place: string) => void,
): void => {
  const names = new Set(repositories.map(({ owner, name }) => `${owner}/${name}`));
  const logins = new Set(organizations.map(({ login }) => login));
  for (const [index, token] of tokens.entries()) {
    const place = `seed.tokens[${index}]`;
    known(token.login, `${place}.login`);
    if (token.permissions !== undefined && token.scopes !== undefined)
      throw new Error(`${place}: a fine-grained token has permissions and no scopes.`);
    if (token.permissions === undefined && token.repositories !== undefined)
      throw new Error(`${place}.repositories: only a fine-grained token, with permissions, is for some of them.`);
    for (const name of token.repositories === "all" ? [] : (token.repositories ?? []))
      if (!names.has(name))
        throw new Error(`${place}.repositories: there is no repository ${JSON.stringify(name)}.`);
    for (const login of token.ssoOrganizations ?? [])
      if (!logins.has(login))
        throw new Error(`${place}.ssoOrganizations: there is no organization ${JSON.stringify(login)}.`);
  }
};

/** Reads a seed that came from a file. Fails with an `Error` that says what is wrong where. */
export const parseSeed = (value: unknown): SandboxSeed => {
  seedShape(value, "seed");
  const seed = value as SandboxSeed;
  const logins = seed.users.map(({ login }) => login);
  const known = (login: string, place: string): void => {
    if (!logins.includes(login)) throw new Error(`${place}: no user has the login ${JSON.stringify(login)}.`);
  };
  checkUnique(
    logins.map((login) => login.toLowerCase()),
    "seed.users",
    "login",
  );
  checkUnique(
    (seed.tokens ?? []).map(({ token }) => token),
    "seed.tokens",
    "token",
  );
  checkUnique(
    (seed.gists ?? []).map(({ id }) => id),
    "seed.gists",
    "id",
  );
  checkTokens(seed, known);
  const ids = new Set(seed.gists?.map(({ id }) => id));
  for (const [index, gist] of (seed.gists ?? []).entries()) {
    const place = `seed.gists[${index}]`;
    known(gist.owner, `${place}.owner`);
    for (const [at, { login }] of (gist.comments ?? []).entries()) known(login, `${place}.comments[${at}].login`);
    for (const [at, login] of (gist.starredBy ?? []).entries()) known(login, `${place}.starredBy[${at}]`);
    if (gist.forkOf !== undefined && !ids.has(gist.forkOf)) {
      throw new Error(`${place}.forkOf: no gist of the seed has the id ${JSON.stringify(gist.forkOf)}.`);
    }
  }
  checkUnique(
    [...logins, ...(seed.organizations ?? []).map(({ login }) => login)].map((login) => login.toLowerCase()),
    "seed.organizations",
    "login",
  );
  for (const [index, { following = [] }] of seed.users.entries())
    for (const login of following) known(login, `seed.users[${index}].following`);
  for (const [index, { login }] of (seed.events ?? []).entries()) known(login, `seed.events[${index}].login`);
  checkSeedRepositories(seed.organizations ?? [], seed.repositories ?? [], known);
  return seed;
};

const storedUser = (store: Store, user: SeedUser): StoredUser => {
  const createdAt = user.createdAt ?? store.date();
  return {
    id: store.number(),
    login: user.login,
    name: user.name ?? null,
    email: user.email ?? null,
    company: user.company ?? null,
    location: user.location ?? null,
    bio: user.bio ?? null,
    blog: user.blog ?? null,
    createdAt,
    updatedAt: createdAt,
    password: user.password ?? null,
    oneTimePassword: user.oneTimePassword ?? null,
    ...(user.following !== undefined && { following: [...user.following] }),
  };
};

const storedToken = (store: Store, token: SeedToken): StoredToken => {
  const createdAt = token.createdAt ?? store.date();
  return {
    id: store.number(),
    login: token.login,
    token: token.token,
    scopes: [...(token.scopes ?? [])],
    ...(token.permissions !== undefined && { permissions: { ...token.permissions } }),
    ...(Array.isArray(token.repositories) && { repositories: [...token.repositories] }),
    ...(token.ssoOrganizations !== undefined && { ssoOrganizations: [...token.ssoOrganizations] }),
    note: token.note ?? null,
    noteUrl: token.noteUrl ?? null,
    createdAt,
    updatedAt: createdAt,
    expiresAt: token.expiresAt ?? null,
  };
};

const fileList = (files: Readonly<Record<string, string>>): StoredFile[] =>
  Object.entries(files)
    .map(([name, content]) => ({ name, content }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));

const storedGist = (store: Store, gist: SeedGist): StoredGist => {
  const createdAt = gist.createdAt ?? gist.earlier?.[0]?.committedAt ?? store.date();
  const updatedAt = gist.updatedAt ?? createdAt;
  const versions: StoredVersion[] = [];
  for (const { committedAt, files } of [...(gist.earlier ?? []), { committedAt: updatedAt, files: gist.files }]) {
    const facts = { sha: store.hex(40), login: gist.owner, committedAt, files: fileList(files) };
    versions.push(versionAfter(versions.at(-1)?.files ?? [], facts));
  }
  const comments = (gist.comments ?? []).map(({ login, body, createdAt: at = updatedAt }) => ({
    id: store.number(),
    login,
    body,
    createdAt: at,
    updatedAt: at,
  }));
  return {
    id: gist.id ?? store.hex(32),
    owner: gist.owner,
    description: gist.description ?? null,
    public: gist.public ?? false,
    createdAt,
    updatedAt,
    forkOf: gist.forkOf ?? null,
    versions,
    comments,
    starredBy: [...(gist.starredBy ?? [])],
  };
};

/** The state that a seed describes. What it leaves open (ids, dates) comes from `random` and `clock`. */
export const seedState = (seed: SandboxSeed, clock: Clock, random: Random): SandboxState => {
  const checked = parseSeed(seed);
  const state: SandboxState = {
    version: 2,
    nextNumber: 1001,
    users: [],
    tokens: [],
    gists: [],
    organizations: [],
    repositories: [],
    git: emptyGit(),
    events: [],
  };
  const store = createStore(state, clock, random, () => {});
  state.users.push(...checked.users.map((user) => storedUser(store, user)));
  state.tokens.push(...(checked.tokens ?? []).map((token) => storedToken(store, token)));
  state.gists.push(...(checked.gists ?? []).map((gist) => storedGist(store, gist)));
  seedRepositories(store, checked.organizations ?? [], checked.repositories ?? []);
  seedEvents(store, checked.events ?? []);
  return state;
};

/** Adds a seed's repositories to state from before there were any, as far as it has their people. */
export const addSeedRepositories = (
  state: SandboxState,
  seed: SandboxSeed,
  clock: Clock,
  random: Random,
): void => {
  const logins = state.users.map(({ login }) => login);
  // A state with other users: the seed does not apply to it.
  if (!parseSeed(seed).users.every(({ login }) => logins.includes(login))) return;
  const store = createStore(state, clock, random, () => {});
  seedRepositories(store, seed.organizations ?? [], seed.repositories ?? []);
  seedEvents(store, seed.events ?? []);
};
