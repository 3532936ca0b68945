import { requireUser } from "../../auth.ts";
import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { json, noContent, notFound, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { repositoryRecord, repositoryUrl } from "../../records/repositoryRecord.ts";
import { userRecord } from "../../records/userRecord.ts";
import { isVisible, repositoryOf, signedIn } from "../../repositories/access.ts";
import type { StoredMark, StoredRepository } from "../../repositories/repositoryState.ts";
import { findUser, type Store, userOf } from "../../store.ts";
import { choiceOf } from "./lists.ts";

type Kind = "stars" | "watchers";

const markOf = (repository: StoredRepository, kind: Kind, login: string): StoredMark | undefined =>
  repository[kind].find((mark) => mark.login === login);

/** Sets or takes back a user's mark; false when it was so already. */
const setMark = (store: Store, repository: StoredRepository, kind: Kind, login: string, on: boolean): boolean => {
  if ((markOf(repository, kind, login) !== undefined) === on) return false;
  repository[kind] = on
    ? [...repository[kind], { login, date: store.date() }]
    : repository[kind].filter((mark) => mark.login !== login);
  if (on && kind === "stars") recordEvent(store, "WatchEvent", login, repository, { action: "started" });
  if (!on && kind === "stars") store.happened({ kind: "unstarred", repository, actor: login, facts: {} });
  store.changed();
  return true;
};

/** What a user marked and the caller may see; the newest mark first. */
const markedBy = (store: Store, c: CallContext, kind: Kind, login: string) =>
  store.state.repositories
    .flatMap((repository) => {
      const mark = markOf(repository, kind, login);
      return mark !== undefined && isVisible(store, repository, c.env.caller) ? [{ repository, mark }] : [];
    })
    .toReversed()
    .toSorted((left, right) => Date.parse(right.mark.date) - Date.parse(left.mark.date));

const wantsDates = (c: CallContext): boolean =>
  /application\/vnd\.github\.(v3\.)?star\b/.test(c.req.header("accept") ?? "");

const markRoutes = (app: App, store: Store, kind: Kind): void => {
  const list = (c: CallContext, login: string): Response => {
    const found = markedBy(store, c, kind, login);
    const sort = choiceOf(c, "sort", ["created", "updated"], "created");
    if (sort === "updated")
      found.sort((left, right) => (left.repository.updatedAt < right.repository.updatedAt ? 1 : -1));
    if (choiceOf(c, "direction", ["asc", "desc"], "desc") === "asc") found.reverse();
    return pageAnswer(c, found, ({ repository, mark }) => {
      const record = repositoryRecord(store, repository, c.env);
      return kind === "stars" && wantsDates(c) ? { starred_at: mark.date, repo: record } : record;
    });
  };

  /** The paths below /user and /users/:login. */
  const names = kind === "stars" ? ["starred"] : ["watched", "subscriptions"];
  for (const name of names) {
    app.get(`/user/${name}`, (c) => list(c, requireUser(c.env.caller).login));
    app.get(`/users/:login/${name}`, (c) => {
      const user = findUser(store, c.req.param("login") ?? "");
      if (user === undefined) throw notFound();
      return list(c, user.login);
    });
    const path = `/user/${name}/:owner/:repo`;
    app.get(path, (c) => {
      const { login } = requireUser(c.env.caller);
      if (markOf(repositoryOf(store, c), kind, login) === undefined) throw notFound();
      return noContent();
    });
    const change = (c: CallContext, on: boolean): Response => {
      const { repository, user } = signedIn(store, c);
      setMark(store, repository, kind, user.login, on);
      return noContent();
    };
    app.put(path, (c) => change(c, true));
    app.delete(path, (c) => change(c, false));
  }

  const people = (c: CallContext): Response => {
    const repository = repositoryOf(store, c);
    return pageAnswer(c, repository[kind], ({ login, date }) => {
      const user = userRecord(userOf(store, login), c.env.links);
      return kind === "stars" && wantsDates(c) ? { starred_at: date, user } : user;
    });
  };
  for (const name of kind === "stars" ? ["stargazers"] : ["watchers", "subscribers"]) {
    app.get(`/repos/:owner/:repo/${name}`, people);
  }
};

const subscriptionRoutes = (app: App, store: Store): void => {
  const record = (c: CallContext, repository: StoredRepository, mark: StoredMark) => ({
    subscribed: true,
    ignored: false,
    reason: null,
    created_at: mark.date,
    url: `${repositoryUrl(repository, c.env.links)}/subscription`,
    repository_url: repositoryUrl(repository, c.env.links),
  });
  const path = "/repos/:owner/:repo/subscription";

  app.get(path, (c) => {
    const { login } = requireUser(c.env.caller);
    const repository = repositoryOf(store, c);
    const mark = markOf(repository, "watchers", login);
    if (mark === undefined) throw notFound();
    return json(200, record(c, repository, mark));
  });

  app.put(path, async (c) => {
    const user = requireUser(c.env.caller);
    const repository = repositoryOf(store, c);
    const { ignored } = await readFields(c.req.raw);
    const date = store.date();
    setMark(store, repository, "watchers", user.login, ignored !== true);
    const mark = markOf(repository, "watchers", user.login) ?? { login: user.login, date };
    return json(200, {
      ...record(c, repository, mark),
      ...(ignored === true && { subscribed: false, ignored: true }),
    });
  });

  app.delete(path, (c) => {
    const { login } = requireUser(c.env.caller);
    setMark(store, repositoryOf(store, c), "watchers", login, false);
    return noContent();
  });
};

/** Stars and subscriptions: the interface document's routes and today's. */
export const repositoryMarkRoutes = (app: App, store: Store): void => {
  markRoutes(app, store, "stars");
  markRoutes(app, store, "watchers");
  subscriptionRoutes(app, store);
};
