import { type Check, date, filledText, flag, isObject, objectOf, optional } from "./shape.ts";
import { addEvent } from "./eventStore.ts";
import { recordGistEvent } from "./gistStore.ts";
import { findRepository } from "./repositories/repositoryStore.ts";
import { findOrganization, type Store } from "./store.ts";

/** An event as it is, of any type. Texts of the payload that begin with `{web}` or `{api}` become addresses. */
export interface SeedEvent {
  readonly type: string;
  /** Who did it. */
  readonly login: string;
  readonly createdAt: string;
  /** `owner/name`; absent: of no repository. */
  readonly repository?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** When absent, as the repository is; true without one. */
  readonly public?: boolean;
}

const payload: Check = (value, place) => {
  if (!isObject(value)) throw new Error(`${place}: expected an object.`);
};

export const seedEventShape = objectOf<SeedEvent>({
  type: filledText,
  login: filledText,
  createdAt: date,
  repository: optional(filledText),
  payload: optional(payload),
  public: optional(flag),
});

const seedEvent = (store: Store, seed: SeedEvent, place: string): void => {
  const [owner = "", name = ""] = (seed.repository ?? "").split("/");
  const repository = seed.repository === undefined ? undefined : findRepository(store, owner, name);
  if (seed.repository !== undefined && repository === undefined)
    throw new Error(`${place}.repository: there is no repository ${seed.repository}.`);
  addEvent(store, {
    id: store.number(),
    type: seed.type,
    actor: seed.login,
    repository:
      repository === undefined ? null : { id: repository.id, name: `${repository.owner}/${repository.name}` },
    organization: repository === undefined ? null : (findOrganization(store, repository.owner)?.login ?? null),
    public: seed.public ?? repository?.private !== true,
    createdAt: seed.createdAt,
    payload: seed.payload ?? {},
  });
};

/** Adds the events that a seed writes out and those of its gists, and puts all of the state in the order of time. */
export const seedEvents = (store: Store, seeds: readonly SeedEvent[]): void => {
  for (const gist of store.state.gists) {
    recordGistEvent(store, gist, gist.owner, gist.forkOf === null ? "create" : "fork", gist.createdAt);
    if (gist.updatedAt !== gist.createdAt) recordGistEvent(store, gist, gist.owner, "update", gist.updatedAt);
  }
  for (const [index, seed] of seeds.entries()) seedEvent(store, seed, `seed.events[${index}]`);
  const { events } = store.state;
  const ids = events.map(({ id }) => id).toSorted((left, right) => left - right);
  const ordered = events.toSorted((left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt));
  events.splice(0, events.length, ...ordered.map((event, index) => ({ ...event, id: ids[index] ?? event.id })));
};
