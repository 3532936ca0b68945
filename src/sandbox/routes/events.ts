import { isUser, type Caller } from "../auth.ts";
import { writesGists } from "../../client/operations/needs.ts";
import type { Needs } from "../../client/permissions.ts";
import type { App, CallContext } from "../call.ts";
import type { StoredEvent } from "../eventState.ts";
import { ApiFailure, notFound } from "../http.ts";
import { pageAnswer, pageOf } from "../paging.ts";
import { eventRecord } from "../records/eventRecord.ts";
import { issueEventRecord } from "../records/issueRecord.ts";
import { isAllowed } from "../permissions/grants.ts";
import { isVisible, repositoryOf } from "../repositories/access.ts";
import { findRepositoryById, networkOf } from "../repositories/repositoryStore.ts";
import { findOrganization, findUser, type Store } from "../store.ts";

/** What a feed reaches back to. */
const maxEvents = 300;
const oldestMs = 30 * 86_400_000;

export interface FeedOptions {
  /** Seconds that the service wants between two reads of a feed. */
  readonly pollInterval: number;
  /** As today's service: no events of gists, and pushes without their commits. */
  readonly today: boolean;
}

type Wanted = (event: StoredEvent) => boolean;

/** For any reader: what was public then and is private now is left out, too. */
const isPublic = (store: Store, { repository, public: open }: StoredEvent): boolean => {
  if (!open) return false;
  return repository === null || findRepositoryById(store, repository.id)?.private !== true;
};

interface Viewer {
  readonly caller: Caller;
  readonly needs: Needs;
}

/** For the caller, whose private events these may be. */
const isSeen = (store: Store, event: StoredEvent, { caller, needs }: Viewer): boolean => {
  const repository = event.repository === null ? undefined : findRepositoryById(store, event.repository.id);
  if (isPublic(store, event)) return repository === undefined || isVisible(store, repository, caller);
  const isOwn = isUser(caller, event.actor);
  if (event.repository === null) return isOwn && isAllowed(caller, writesGists, true);
  if (!isAllowed(caller, needs, true)) return false;
  if (repository === undefined) return isOwn;
  // What happened while it was private is shown only to those who may see private repositories.
  return isVisible(store, { ...repository, private: true }, caller);
};

const watchedIds = ({ state }: Store, login: string): ReadonlySet<number> =>
  new Set(
    state.repositories.filter(({ watchers }) => watchers.some((mark) => mark.login === login)).map(({ id }) => id),
  );

/** All ten feeds. */
export const eventRoutes = (app: App, store: Store, { pollInterval, today }: FeedOptions): void => {
  const feed = (c: CallContext, wanted: Wanted): Response => {
    const { page, size } = pageOf(c);
    if ((page - 1) * size >= maxEvents)
      throw new ApiFailure(
        422,
        "In order to keep the API fast for everyone, pagination is limited for this resource.",
      );
    const since = store.now() - oldestMs;
    const found = store.state.events
      .filter(
        (event) => Date.parse(event.createdAt) >= since && (!today || event.type !== "GistEvent") && wanted(event),
      )
      .toReversed()
      .slice(0, maxEvents);
    const answer = pageAnswer(c, found, (event) => eventRecord(store, event, { links: c.env.links, today }));
    answer.headers.set("x-poll-interval", String(pollInterval));
    return answer;
  };

  const loginOf = (c: CallContext): string => {
    const login = c.req.param("login") ?? "";
    const found = findUser(store, login) ?? findOrganization(store, login);
    if (found === undefined) throw notFound();
    return found.login;
  };

  /** What `caller` may see of the events of `login`: private ones are for this user only. */
  const ofUser = (login: string, viewer: Viewer): Wanted =>
    isUser(viewer.caller, login) ? (event) => isSeen(store, event, viewer) : (event) => isPublic(store, event);

  const received = (login: string): Wanted => {
    const watched = watchedIds(store, login);
    const following = findUser(store, login)?.following ?? [];
    return ({ actor, repository }) =>
      actor !== login && (following.includes(actor) || (repository !== null && watched.has(repository.id)));
  };

  app.get("/events", (c) => feed(c, (event) => isPublic(store, event)));

  app.get("/users/:login/received_events", (c) => {
    const login = loginOf(c);
    const [isReceived, isShown] = [received(login), ofUser(login, c.env)];
    return feed(c, (event) => isReceived(event) && isShown(event));
  });

  app.get("/users/:login/received_events/public", (c) => {
    const isReceived = received(loginOf(c));
    return feed(c, (event) => isReceived(event) && isPublic(store, event));
  });

  app.get("/users/:login/events", (c) => {
    const login = loginOf(c);
    const isShown = ofUser(login, c.env);
    return feed(c, (event) => event.actor === login && isShown(event));
  });

  app.get("/users/:login/events/public", (c) => {
    const login = loginOf(c);
    return feed(c, (event) => event.actor === login && isPublic(store, event));
  });

  app.get("/users/:login/events/orgs/:org", (c) => {
    const { caller } = c.env;
    const login = loginOf(c);
    const organization = findOrganization(store, c.req.param("org"));
    const isMember = organization?.members.some((member) => member.login === login) === true;
    // The answer must not reveal which organizations others are in.
    if (!isUser(caller, login) || !isMember) throw notFound();
    return feed(c, (event) => event.organization === organization.login && isSeen(store, event, c.env));
  });

  app.get("/orgs/:org/events", (c) => {
    const organization = findOrganization(store, c.req.param("org"));
    if (organization === undefined) throw notFound();
    return feed(c, (event) => event.organization === organization.login && isPublic(store, event));
  });

  app.get("/repos/:owner/:repo/events", (c) => {
    const { id } = repositoryOf(store, c);
    return feed(c, (event) => event.repository?.id === id && isSeen(store, event, c.env));
  });

  app.get("/networks/:owner/:repo/events", (c) => {
    const ids = new Set(networkOf(store, repositoryOf(store, c)).map(({ id }) => id));
    return feed(c, (event) => event.repository !== null && ids.has(event.repository.id) && isPublic(store, event));
  });

  app.get("/repos/:owner/:repo/issues/events", (c) => {
    const repository = repositoryOf(store, c);
    const found = (repository.issues ?? [])
      .flatMap((issue) => issue.events.map((event) => ({ issue, event })))
      .toSorted((left, right) => Date.parse(right.event.createdAt) - Date.parse(left.event.createdAt));
    return pageAnswer(c, found, (one) => issueEventRecord(store, repository, one, c.env.links));
  });
};
