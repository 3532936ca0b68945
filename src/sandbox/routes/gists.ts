import { type Caller, isUser, requireUser } from "../auth.ts";
import { writesGists } from "../../client/operations/needs.ts";
import type { App, CallContext } from "../call.ts";
import { readGistEdit, readNewGist } from "../gistInput.ts";
import { createGist, currentVersion, deleteGist, editGist } from "../gistStore.ts";
import { ApiFailure, invalid, json, noContent, notFound, readFields } from "../http.ts";
import { pageAnswer, pageOf } from "../paging.ts";
import { isAllowed } from "../permissions/grants.ts";
import { fullGistRecord, gistRecord } from "../records/gistRecord.ts";
import type { StoredGist } from "../state.ts";
import { findUser, type Store } from "../store.ts";
import { gistOf, ownGistOf } from "./gistAccess.ts";

/** The public list reaches no further than this many gists. */
const publicLimit = 3000;

const sinceOf = (c: CallContext): number => {
  const since = c.req.query("since");
  if (since === undefined || since === "") return -Infinity;
  const time = Date.parse(since);
  if (Number.isNaN(time)) throw invalid({ resource: "Gist", field: "since", code: "invalid" });
  return time;
};

/** Newest first; of the same second the one made last. */
const newestFirst = (gists: readonly StoredGist[], by: "createdAt" | "updatedAt"): StoredGist[] =>
  gists.toReversed().toSorted((left, right) => Date.parse(right[by]) - Date.parse(left[by]));

const listAnswer = (
  store: Store,
  c: CallContext,
  wanted: (gist: StoredGist) => boolean,
  by: "createdAt" | "updatedAt",
) => {
  const since = sinceOf(c);
  const found = store.state.gists.filter((gist) => wanted(gist) && Date.parse(gist.updatedAt) >= since);
  return pageAnswer(c, newestFirst(found, by), (gist) => gistRecord(store, gist, c.env.links));
};

const lastModified = (gist: StoredGist) => ({ "last-modified": new Date(gist.updatedAt).toUTCString() });

/** The user's own secret gists are listed for who may write gists. */
const seesSecrets = (caller: Caller): boolean => isAllowed(caller, writesGists, true);

const listRoutes = (app: App, store: Store): void => {
  const publicList = (c: CallContext): Response => {
    const { page, size } = pageOf(c);
    if (page * size > publicLimit) {
      throw new ApiFailure(422, "Pagination is limited for this resource: at most 3000 gists are listed.");
    }
    return listAnswer(store, c, (gist) => gist.public, "updatedAt");
  };

  app.get("/gists/public", publicList);

  app.get("/gists", (c) => {
    const { caller } = c.env;
    // Without a token the service answers with the public list.
    if (caller.kind === "anonymous") return publicList(c);
    const secretsToo = seesSecrets(caller);
    return listAnswer(store, c, (gist) => isUser(caller, gist.owner) && (gist.public || secretsToo), "createdAt");
  });

  app.get("/gists/starred", (c) => {
    const { login } = requireUser(c.env.caller);
    return listAnswer(store, c, (gist) => gist.starredBy.includes(login), "createdAt");
  });

  app.get("/users/:login/gists", (c) => {
    const user = findUser(store, c.req.param("login"));
    if (user === undefined) throw notFound();
    const secretsToo = isUser(c.env.caller, user.login) && seesSecrets(c.env.caller);
    return listAnswer(store, c, (gist) => gist.owner === user.login && (gist.public || secretsToo), "createdAt");
  });
};

/** Lists, one gist, and its making, editing and deleting. The paths below a gist come first: see `gistParts.ts`. */
export const gistRoutes = (app: App, store: Store): void => {
  listRoutes(app, store);

  app.post("/gists", async (c) => {
    const owner = requireUser(c.env.caller);
    const gist = createGist(store, owner, readNewGist(await readFields(c.req.raw)));
    const record = fullGistRecord(store, gist, c.env.links);
    return json(201, record, { location: record.url });
  });

  app.get("/gists/:id", (c) => {
    const gist = gistOf(store, c.req.param("id"));
    return json(200, fullGistRecord(store, gist, c.env.links), lastModified(gist));
  });

  app.patch("/gists/:id", async (c) => {
    const editor = requireUser(c.env.caller);
    const fields = await readFields(c.req.raw);
    const gist = ownGistOf(store, c.req.param("id"), editor);
    editGist(store, gist, editor, readGistEdit(currentVersion(gist).files, fields));
    return json(200, fullGistRecord(store, gist, c.env.links));
  });

  app.delete("/gists/:id", (c) => {
    deleteGist(store, ownGistOf(store, c.req.param("id"), requireUser(c.env.caller)));
    return noContent();
  });

  app.get("/gists/:id/:sha", (c) => {
    const gist = gistOf(store, c.req.param("id"));
    const version = gist.versions.find(({ sha }) => sha === c.req.param("sha"));
    if (version === undefined) throw notFound();
    return json(200, fullGistRecord(store, gist, c.env.links, version), lastModified(gist));
  });
};
