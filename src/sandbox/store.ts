import type { Clock, Random } from "../base/clock.ts";
import { createGitObjects, type GitObjects } from "./git/objects.ts";
import type { StoredOrganization, StoredRepository } from "./repositories/repositoryState.ts";
import type { SandboxState, StoredGist, StoredToken, StoredUser } from "./state.ts";

/** What hooks of a repository may want to hear of. */
export interface Happening {
  /** A type of event, or one of the few names that no event has (`webhooks/hookPayloads.ts`). */
  readonly kind: string;
  readonly repository: StoredRepository;
  /** Login. */
  readonly actor: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The state and the only sources of what is new in it: dates, numbers and names. */
export interface Store {
  readonly state: SandboxState;
  /** Contents and history of all repositories. */
  readonly git: GitObjects;
  /** Milliseconds, for comparing. */
  now(): number;
  /** The current second, as the state keeps dates. */
  date(): string;
  number(): number;
  /** `length` random hexadecimal digits. */
  hex(length: number): string;
  /** To be called after every change of the state. */
  changed(): void;
  /** Notifies the hooks. Never fails, and never waits for them. */
  happened(happening: Happening): void;
}

export const isoDate = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const hexDigits = (random: Random, length: number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");

export const createStore = (
  state: SandboxState,
  clock: Clock,
  random: Random,
  changed: () => void,
  happened: Store["happened"] = () => {},
): Store => ({
  state,
  git: createGitObjects(state.git),
  now: () => clock.now(),
  date: () => isoDate(clock.now()),
  number: () => state.nextNumber++,
  hex: (length) => hexDigits(random, length),
  changed,
  happened,
});

/** Logins know no case, as on the service. */
export const findUser = ({ state }: Store, login: string): StoredUser | undefined =>
  state.users.find((user) => user.login.toLowerCase() === login.toLowerCase());

/** For logins that the state itself holds. */
export const userOf = (store: Store, login: string): StoredUser => {
  const user = findUser(store, login);
  if (user === undefined) throw new Error(`The state has no user ${login}.`);
  return user;
};

export const findOrganization = ({ state }: Store, login: string): StoredOrganization | undefined =>
  state.organizations.find((organization) => organization.login.toLowerCase() === login.toLowerCase());

export const findToken = ({ state }: Store, token: string): StoredToken | undefined =>
  state.tokens.find((candidate) => candidate.token === token);

export const findGist = ({ state }: Store, id: string): StoredGist | undefined =>
  state.gists.find((gist) => gist.id === id);
