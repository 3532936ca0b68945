import { requireUser } from "../auth.ts";
import type { App } from "../call.ts";
import { json, notFound } from "../http.ts";
import { organizationProfile } from "../records/ownerRecord.ts";
import { ownProfileRecord, profileRecord } from "../records/userRecord.ts";
import { findOrganization, findUser, type Store } from "../store.ts";

export const userRoutes = (app: App, store: Store): void => {
  app.get("/user", (c) => json(200, ownProfileRecord(store, requireUser(c.env.caller), c.env.links)));

  app.get("/users/:login", (c) => {
    const user = findUser(store, c.req.param("login"));
    if (user !== undefined) return json(200, profileRecord(store, user, c.env.links));
    const organization = findOrganization(store, c.req.param("login"));
    if (organization === undefined) throw notFound();
    return json(200, organizationProfile(store, organization, c.env.links));
  });
};
