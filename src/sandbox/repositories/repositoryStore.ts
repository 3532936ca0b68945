import { recordEvent } from "../eventStore.ts";
import { logOf } from "../git/history.ts";
import { markTree } from "../git/trees.ts";
import type { StoredUser } from "../state.ts";
import { isoDate, type Store } from "../store.ts";
import type { StoredRepository } from "./repositoryState.ts";

/** Milliseconds until a new fork has its contents. */
const forkMs = 1500;

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

export const findRepository = ({ state }: Store, owner: string, name: string): StoredRepository | undefined =>
  state.repositories.find((repository) => same(repository.owner, owner) && same(repository.name, name));

/** The repository that had this name before. */
export const findFormer = ({ state }: Store, owner: string, name: string): StoredRepository | undefined =>
  state.repositories.findLast(
    (repository) => same(repository.owner, owner) && repository.formerNames.some((former) => same(former, name)),
  );

export const findRepositoryById = ({ state }: Store, id: number): StoredRepository | undefined =>
  state.repositories.find((repository) => repository.id === id);

export interface NewRepository {
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly private: boolean;
  readonly hasIssues: boolean;
  readonly hasWiki: boolean;
  readonly hasDownloads: boolean;
}

/** A repository without contents. Neither announces a change nor records an event. */
export const addRepository = (
  store: Store,
  facts: NewRepository & Partial<StoredRepository>,
): StoredRepository => {
  const date = store.date();
  const repository: StoredRepository = {
    id: store.number(),
    formerNames: [],
    archived: false,
    topics: [],
    defaultBranch: "main",
    createdAt: date,
    updatedAt: date,
    pushedAt: null,
    forkOf: null,
    readyAt: facts.createdAt ?? date,
    branches: [],
    tags: [],
    collaborators: [],
    stars: [],
    watchers: [],
    comments: [],
    downloads: [],
    ...facts,
  };
  store.state.repositories.push(repository);
  return repository;
};

export const createRepository = (store: Store, creator: StoredUser, facts: NewRepository): StoredRepository => {
  const watchers = [{ login: creator.login, date: store.date() }];
  const repository = addRepository(store, { ...facts, watchers });
  recordEvent(store, "CreateEvent", creator.login, repository, {
    ref: null,
    ref_type: "repository",
    master_branch: repository.defaultBranch,
    description: repository.description,
    pusher_type: "user",
  });
  store.changed();
  return repository;
};

export const forkRepository = (
  store: Store,
  origin: StoredRepository,
  creator: StoredUser,
  where: { readonly owner: string; readonly name: string; readonly defaultBranchOnly: boolean },
): StoredRepository => {
  const date = store.date();
  const { name, owner, defaultBranchOnly } = where;
  const fork = addRepository(store, {
    owner,
    name,
    description: origin.description,
    homepage: origin.homepage,
    private: origin.private,
    hasIssues: false,
    hasWiki: origin.hasWiki,
    hasDownloads: origin.hasDownloads,
    topics: [],
    defaultBranch: origin.defaultBranch,
    pushedAt: origin.pushedAt,
    forkOf: origin.id,
    readyAt: isoDate(Math.ceil((store.now() + forkMs) / 1000) * 1000),
    branches: origin.branches
      .filter((branch) => !defaultBranchOnly || branch.name === origin.defaultBranch)
      .map(({ name: branch, commit }) => ({ name: branch, commit, isProtected: false })),
    tags: origin.tags.map((tag) => ({ ...tag })),
    watchers: [{ login: creator.login, date }],
  });
  recordEvent(store, "ForkEvent", creator.login, origin, { forkee: { id: fork.id, full_name: fullName(fork) } });
  store.changed();
  return fork;
};

export const fullName = ({ owner, name }: StoredRepository): string => `${owner}/${name}`;

/** False while a fork still gets its contents. */
export const isReady = (store: Store, repository: StoredRepository): boolean =>
  Date.parse(repository.readyAt) <= store.now();

export const forksOf = ({ state }: Store, repository: StoredRepository): StoredRepository[] =>
  state.repositories.filter(({ forkOf }) => forkOf === repository.id);

export const parentOf = (store: Store, { forkOf }: StoredRepository): StoredRepository | undefined =>
  forkOf === null ? undefined : findRepositoryById(store, forkOf);

/** The first of its line of forks. */
export const sourceOf = (store: Store, repository: StoredRepository): StoredRepository => {
  const parent = parentOf(store, repository);
  return parent === undefined ? repository : sourceOf(store, parent);
};

/** All that come from the same source, which is the first of them. */
export const networkOf = (store: Store, repository: StoredRepository): StoredRepository[] => {
  const network = new Set([sourceOf(store, repository)]);
  // A set's iteration includes what is added during it.
  for (const one of network) for (const fork of forksOf(store, one)) network.add(fork);
  return [...network];
};

/** Removes objects that no repository refers to. */
const sweep = ({ state, git }: Store): void => {
  const keep = new Set<string>();
  for (const { branches, tags } of state.repositories) {
    for (const { commit } of [...branches, ...tags]) {
      if (keep.has(commit)) continue;
      for (const id of logOf(git, commit)) {
        keep.add(id);
        markTree(git, git.commit(id).tree, keep);
      }
    }
  }
  git.sweep(keep);
};

export const deleteRepository = (store: Store, repository: StoredRepository): void => {
  const { state } = store;
  // Its forks live on, as forks of what it was forked from.
  for (const [index, fork] of state.repositories.entries()) {
    if (fork.forkOf === repository.id) state.repositories[index] = { ...fork, forkOf: repository.forkOf };
  }
  state.repositories.splice(state.repositories.indexOf(repository), 1);
  for (const { teams } of state.organizations) {
    for (const team of teams) team.repositories = team.repositories.filter((id) => id !== repository.id);
  }
  sweep(store);
  store.changed();
};
