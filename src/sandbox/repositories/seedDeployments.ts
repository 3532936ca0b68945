import { recordEvent } from "../eventStore.ts";
import { ApiFailure } from "../http.ts";
import { findOrganization, type Store } from "../store.ts";
import { checkAmong, readNewHook } from "../webhooks/hookInput.ts";
import { type StoredHook, unusedResponse } from "../webhooks/hookState.ts";
import type { StoredDeployKey } from "./deployKeyState.ts";
import type { StoredCommitStatus, StoredDeployment } from "./deploymentState.ts";
import { readPayload } from "./deployments.ts";
import type { SeedCommitStatus, SeedDeployKey, SeedDeployment, SeedHook } from "./deploySeed.ts";
import { parsePublicKey } from "./publicKey.ts";
import type { SeedRepository } from "./repositorySeed.ts";
import type { StoredRepository } from "./repositoryState.ts";

interface Ground {
  readonly store: Store;
  readonly repository: StoredRepository;
  /** Of the commits that the seed has. */
  readonly commits: readonly string[];
  /** The user for what has no `login`. */
  readonly login: string;
}

/** What a call would be refused for is wrong in a seed too. */
const asCall = <T>(place: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new Error(`${place}: ${error.errors?.[0]?.message ?? error.message}`, { cause: error });
  }
};

const hookOf = ({ store, repository }: Ground, seed: SeedHook, place: string): StoredHook => {
  const createdAt = seed.createdAt ?? repository.createdAt;
  const { config, name, events, active, lastResponse = unusedResponse } = seed;
  const wish = asCall(place, () => {
    const read = readNewHook({ config, name, events, active });
    checkAmong(repository.hooks ?? [], read);
    return read;
  });
  return { id: store.number(), ...wish, createdAt, updatedAt: createdAt, lastResponse, deliveries: [] };
};

const keyOf = ({ store, repository, login }: Ground, seed: SeedDeployKey, place: string): StoredDeployKey => {
  const key = parsePublicKey(seed.key)?.key;
  if (key === undefined) throw new Error(`${place}.key: expected a line such as "ssh-ed25519 AAAA…".`);
  return {
    id: store.number(),
    title: seed.title,
    key,
    readOnly: seed.readOnly ?? true,
    addedBy: seed.addedBy ?? login,
    createdAt: seed.createdAt ?? repository.createdAt,
    lastUsed: seed.lastUsed ?? null,
  };
};

const commitOf = ({ repository, commits }: Ground, name: string | number, place: string): string => {
  const refs = [...repository.branches, ...repository.tags];
  const commit = typeof name === "number" ? commits[name] : refs.find((ref) => ref.name === name)?.commit;
  if (commit === undefined) throw new Error(`${place}: there is no commit ${JSON.stringify(name)}.`);
  return commit;
};

const statusOf = (ground: Ground, seed: SeedCommitStatus, place: string): StoredCommitStatus => ({
  id: ground.store.number(),
  login: seed.login ?? ground.login,
  sha: commitOf(ground, seed.commit, `${place}.commit`),
  context: seed.context ?? "default",
  state: seed.state,
  description: seed.description ?? null,
  targetUrl: seed.targetUrl ?? null,
  createdAt: seed.createdAt ?? ground.repository.updatedAt,
});

const deploymentOf = (ground: Ground, seed: SeedDeployment, place: string): StoredDeployment => {
  const { store, repository } = ground;
  const { ref, environment = "production", login = ground.login } = seed;
  const sha = commitOf(ground, seed.commit ?? ref, `${place}.${seed.commit === undefined ? "ref" : "commit"}`);
  const createdAt = seed.createdAt ?? repository.updatedAt;
  const id = store.number();
  const common = { action: "created", deployment_id: id };
  recordEvent(store, "DeploymentEvent", login, repository, { ...common, ref, sha, environment }, createdAt);
  const statuses = (seed.statuses ?? []).map((status) => {
    const by = status.login ?? login;
    const date = status.createdAt ?? createdAt;
    const { state } = status;
    const facts = { ...common, status_id: store.number(), state, environment };
    recordEvent(store, "DeploymentStatusEvent", by, repository, facts, date);
    return {
      id: facts.status_id,
      login: by,
      state,
      description: status.description ?? "",
      targetUrl: status.targetUrl ?? "",
      environment,
      environmentUrl: "",
      createdAt: date,
    };
  });
  return {
    id,
    login,
    sha,
    ref,
    task: seed.task ?? "deploy",
    payload: asCall(`${place}.payload`, () => readPayload(seed.payload)),
    originalEnvironment: environment,
    environment,
    description: seed.description ?? null,
    isTransient: false,
    isProduction: environment === "production",
    createdAt,
    updatedAt: statuses.at(-1)?.createdAt ?? createdAt,
    statuses,
  };
};

/** Hooks, deploy keys, statuses of commits, and deployments. `commits` are the ids of the seed's. */
export const seedDeployments = (
  store: Store,
  repository: StoredRepository,
  seed: SeedRepository,
  commits: readonly string[],
  place: string,
): void => {
  const admins = findOrganization(store, repository.owner)?.members.filter(({ role }) => role === "admin");
  const ground: Ground = { store, repository, commits, login: admins?.[0]?.login ?? repository.owner };
  const { hooks, deployKeys, commitStatuses, deployments } = seed;
  for (const [index, hook] of (hooks ?? []).entries())
    repository.hooks = [...(repository.hooks ?? []), hookOf(ground, hook, `${place}.hooks[${index}]`)];
  if (deployKeys !== undefined)
    repository.deployKeys = deployKeys.map((key, index) => keyOf(ground, key, `${place}.deployKeys[${index}]`));
  if (commitStatuses !== undefined)
    repository.commitStatuses = commitStatuses.map((status, index) =>
      statusOf(ground, status, `${place}.commitStatuses[${index}]`),
    );
  if (deployments !== undefined)
    repository.deployments = deployments.map((deployment, index) =>
      deploymentOf(ground, deployment, `${place}.deployments[${index}]`),
    );
};
