import { requireUser } from "../auth.ts";
import type { App, CallContext } from "../call.ts";
import { forkGist, forksOf, setStar } from "../gistStore.ts";
import { invalid, json, noContent, notFound } from "../http.ts";
import { pageAnswer } from "../paging.ts";
import { fullGistRecord, gistRecord, versionRecord } from "../records/gistRecord.ts";
import type { Store } from "../store.ts";
import { gistOf } from "./gistAccess.ts";

/** A gist's star, forks and versions. */
export const gistPartRoutes = (app: App, store: Store): void => {
  app.get("/gists/:id/star", (c) => {
    const { login } = requireUser(c.env.caller);
    if (!gistOf(store, c.req.param("id")).starredBy.includes(login)) throw notFound();
    return noContent();
  });

  app.put("/gists/:id/star", (c) => {
    const { login } = requireUser(c.env.caller);
    setStar(store, gistOf(store, c.req.param("id")), login, true);
    return noContent();
  });

  app.delete("/gists/:id/star", (c) => {
    const { login } = requireUser(c.env.caller);
    setStar(store, gistOf(store, c.req.param("id")), login, false);
    return noContent();
  });

  const fork = (c: CallContext, id: string): Response => {
    const owner = requireUser(c.env.caller);
    const gist = gistOf(store, id);
    if (gist.owner === owner.login) {
      throw invalid({
        resource: "Gist",
        field: "forks",
        code: "unprocessable",
        message: "You cannot fork your own gist.",
      });
    }
    const record = fullGistRecord(store, forkGist(store, gist, owner), c.env.links);
    return json(201, record, { location: record.url });
  };

  // The interface document's path, and today's.
  app.post("/gists/:id/fork", (c) => fork(c, c.req.param("id")));
  app.post("/gists/:id/forks", (c) => fork(c, c.req.param("id")));

  app.get("/gists/:id/forks", (c) => {
    const forks = forksOf(store, gistOf(store, c.req.param("id")));
    return pageAnswer(c, forks.toReversed(), (gist) => gistRecord(store, gist, c.env.links));
  });

  app.get("/gists/:id/commits", (c) => {
    const gist = gistOf(store, c.req.param("id"));
    return pageAnswer(c, gist.versions.toReversed(), (version) =>
      versionRecord(store, gist, version, c.env.links),
    );
  });
};
