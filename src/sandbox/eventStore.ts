import type { EventType, StoredEvent } from "./eventState.ts";
import type { StoredRepository } from "./repositories/repositoryState.ts";
import type { Store } from "./store.ts";

/** The oldest events beyond this many are forgotten. */
const maxEvents = 5000;

/** Oldest first. Does not announce a change: what made the event does. */
export const addEvent = ({ state }: Store, event: StoredEvent): void => {
  state.events.push(event);
  if (state.events.length > maxEvents) state.events.splice(0, state.events.length - maxEvents);
};

/** Keeps what `actor` did to a repository. */
export const recordEvent = (
  store: Store,
  type: EventType,
  actor: string,
  repository: StoredRepository,
  payload: StoredEvent["payload"],
  createdAt = store.date(),
): void => {
  const isOrganization = store.state.organizations.some(({ login }) => login === repository.owner);
  addEvent(store, {
    id: store.number(),
    type,
    actor,
    repository: { id: repository.id, name: `${repository.owner}/${repository.name}` },
    organization: isOrganization ? repository.owner : null,
    public: !repository.private,
    createdAt,
    payload,
  });
  store.happened({ kind: type, repository, actor, facts: payload });
};
