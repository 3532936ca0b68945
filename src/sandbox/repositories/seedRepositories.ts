import { recordEvent } from "../eventStore.ts";
import { commitChanges, lineChanges, positionOf } from "../git/diff.ts";
import { findOrganization, findUser, type Store } from "../store.ts";
import { seedDeployments } from "./seedDeployments.ts";
import { seedIssues } from "./seedIssues.ts";
import { seedCommit } from "./seedCommits.ts";
import type { SeedOrganization, SeedRepository } from "./repositorySeed.ts";
import type { StoredCommitComment, StoredRepository } from "./repositoryState.ts";
import { addRepository, findRepository, fullName } from "./repositoryStore.ts";

const seedOrganization = (store: Store, seed: SeedOrganization): void => {
  const role = (logins: readonly string[] | undefined, name: "admin" | "member") =>
    (logins ?? []).map((login) => ({ login, role: name }));
  store.state.organizations.push({
    id: store.number(),
    login: seed.login,
    name: seed.name ?? null,
    description: seed.description ?? null,
    createdAt: seed.createdAt ?? store.date(),
    ...(seed.sso === true && { sso: true }),
    members: [...role(seed.admins, "admin"), ...role(seed.members, "member")],
    teams: (seed.teams ?? []).map((team) => ({
      id: store.number(),
      slug: team.name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      name: team.name,
      description: team.description ?? null,
      permission: team.permission ?? "read",
      members: [...(team.members ?? [])],
      repositories: [],
    })),
  });
};

const originOf = (store: Store, { forkOf }: SeedRepository, place: string): StoredRepository | undefined => {
  if (forkOf === undefined) return undefined;
  const [owner = "", name = ""] = forkOf.split("/");
  const origin = findRepository(store, owner, name);
  if (origin === undefined) throw new Error(`${place}.forkOf: there is no repository ${forkOf} before this one.`);
  return origin;
};

const commentOf = (
  store: Store,
  repository: StoredRepository,
  ids: readonly string[],
  comment: NonNullable<SeedRepository["comments"]>[number],
  place: string,
): StoredCommitComment => {
  const refs = [...repository.branches, ...repository.tags];
  const { commit: name, path = null, line = null, login, body, createdAt = store.date() } = comment;
  const commit = typeof name === "number" ? ids[name] : refs.find((ref) => ref.name === name)?.commit;
  if (commit === undefined) throw new Error(`${place}.commit: there is no commit ${JSON.stringify(name)}.`);
  const change = commitChanges(store.git, commit).find((one) => one.path === path);
  const patch = change === undefined ? undefined : lineChanges(store.git, change).patch;
  const position = patch === undefined || line === null ? null : positionOf(patch, line);
  const id = store.number();
  recordEvent(
    store,
    "CommitCommentEvent",
    login,
    repository,
    { action: "created", comment: { id, commit_id: commit, body, path, line, position } },
    createdAt,
  );
  return { id, login, body, commit, path, position, line, createdAt, updatedAt: createdAt };
};

const addMarks = (store: Store, repository: StoredRepository, seed: SeedRepository, last: string): void => {
  const creator = findUser(store, seed.owner)?.login;
  for (const login of seed.starredBy ?? []) {
    repository.stars.push({ login, date: last });
    recordEvent(store, "WatchEvent", login, repository, { action: "started" }, last);
  }
  const watchers = new Set([...(creator === undefined ? [] : [creator]), ...(seed.watchedBy ?? [])]);
  for (const login of watchers) repository.watchers.push({ login, date: repository.createdAt });
};

const recordBeginning = (
  store: Store,
  repository: StoredRepository,
  origin: StoredRepository | undefined,
): void => {
  const { members } = findOrganization(store, repository.owner) ?? {};
  const actor = members === undefined ? repository.owner : members[0]?.login;
  if (actor === undefined) return;
  if (origin !== undefined) {
    const forkee = { id: repository.id, full_name: fullName(repository) };
    recordEvent(store, "ForkEvent", actor, origin, { forkee }, repository.createdAt);
    return;
  }
  const payload = { ref: null, ref_type: "repository", master_branch: repository.defaultBranch };
  recordEvent(
    store,
    "CreateEvent",
    actor,
    repository,
    { ...payload, description: repository.description, pusher_type: "user" },
    repository.createdAt,
  );
};

const seedRepository = (store: Store, seed: SeedRepository, place: string): void => {
  if (findRepository(store, seed.owner, seed.name) !== undefined)
    throw new Error(`${place}: ${seed.owner}/${seed.name} is there twice.`);
  const origin = originOf(store, seed, place);
  const createdAt = seed.createdAt ?? seed.commits?.[0]?.date ?? store.date();
  const repository = addRepository(store, {
    owner: seed.owner,
    name: seed.name,
    formerNames: [...(seed.formerNames ?? [])],
    description: seed.description ?? origin?.description ?? null,
    homepage: seed.homepage ?? null,
    private: seed.private ?? false,
    archived: seed.archived ?? false,
    hasIssues: origin === undefined,
    hasWiki: true,
    hasDownloads: true,
    topics: [...(seed.topics ?? [])],
    defaultBranch: seed.defaultBranch ?? origin?.defaultBranch ?? "main",
    createdAt,
    updatedAt: createdAt,
    forkOf: origin?.id ?? null,
    pushedAt: origin?.pushedAt ?? null,
    branches: (origin?.branches ?? []).map((branch) => ({ ...branch, isProtected: false })),
    tags: (origin?.tags ?? []).map((tag) => ({ ...tag })),
    collaborators: Object.entries(seed.collaborators ?? {}).map(([login, permission]) => ({ login, permission })),
  });
  recordBeginning(store, repository, origin);
  const ids = (seed.commits ?? []).map((commit, index) =>
    seedCommit(store, repository, commit, `${place}.commits[${index}]`),
  );
  const last = repository.pushedAt ?? createdAt;
  repository.updatedAt = last;
  for (const name of seed.protectedBranches ?? []) {
    const branch = repository.branches.find((one) => one.name === name);
    if (branch === undefined)
      throw new Error(`${place}.protectedBranches: there is no branch ${JSON.stringify(name)}.`);
    branch.isProtected = true;
  }
  addMarks(store, repository, seed, last);
  for (const [index, comment] of (seed.comments ?? []).entries())
    repository.comments.push(commentOf(store, repository, ids, comment, `${place}.comments[${index}]`));
  for (const download of seed.downloads ?? []) {
    repository.downloads.push({
      id: store.number(),
      name: download.name,
      description: download.description ?? null,
      contentType: download.contentType ?? "application/octet-stream",
      content: download.content,
      createdAt: download.createdAt ?? last,
      count: 0,
    });
  }
  seedDeployments(store, repository, seed, ids, place);
  seedIssues(store, repository, seed, place);
};

const seedTeams = (store: Store, organizations: readonly SeedOrganization[]): void => {
  for (const [index, seed] of organizations.entries()) {
    const teams = findOrganization(store, seed.login)?.teams ?? [];
    for (const [at, { repositories = [] }] of (seed.teams ?? []).entries()) {
      for (const name of repositories) {
        const repository = findRepository(store, seed.login, name);
        if (repository === undefined)
          throw new Error(
            `seed.organizations[${index}].teams[${at}]: there is no repository ${JSON.stringify(name)}.`,
          );
        teams[at]?.repositories.push(repository.id);
      }
    }
  }
};

/** Adds a seed's organizations and repositories to a state that has their users. Their events are not in order yet. */
export const seedRepositories = (
  store: Store,
  organizations: readonly SeedOrganization[],
  repositories: readonly SeedRepository[],
): void => {
  for (const organization of organizations) seedOrganization(store, organization);
  for (const [index, repository] of repositories.entries())
    seedRepository(store, repository, `seed.repositories[${index}]`);
  seedTeams(store, organizations);
};
