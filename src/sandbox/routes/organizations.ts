import { requireUser } from "../auth.ts";
import type { App, CallContext } from "../call.ts";
import { ApiFailure, json, notFound } from "../http.ts";
import { pageAnswer } from "../paging.ts";
import { isLeftOut } from "../permissions/singleSignOn.ts";
import { fullOrganizationRecord, organizationRecord } from "../records/ownerRecord.ts";
import { teamRecord } from "../records/teamRecord.ts";
import type { StoredOrganization } from "../repositories/repositoryState.ts";
import { findOrganization, findUser, type Store } from "../store.ts";

/** Organizations as far as repositories need them. */
export const organizationRoutes = (app: App, store: Store): void => {
  const organizationOf = (c: CallContext): StoredOrganization => {
    const organization = findOrganization(store, c.req.param("org") ?? "");
    if (organization === undefined) throw notFound();
    return organization;
  };

  const list = (c: CallContext, login: string): Response => {
    const { caller } = c.env;
    const found = store.state.organizations.filter(
      (organization) =>
        organization.members.some((one) => one.login === login) && !isLeftOut(store, caller, organization.login),
    );
    return pageAnswer(c, found, (organization) => organizationRecord(organization, c.env.links));
  };

  app.get("/user/orgs", (c) => list(c, requireUser(c.env.caller).login));

  app.get("/users/:login/orgs", (c) => {
    const user = findUser(store, c.req.param("login"));
    if (user === undefined) throw notFound();
    return list(c, user.login);
  });

  app.get("/orgs/:org", (c) => json(200, fullOrganizationRecord(store, organizationOf(c), c.env.links)));

  app.get("/orgs/:org/teams", (c) => {
    const { login } = requireUser(c.env.caller);
    const organization = organizationOf(c);
    if (!organization.members.some((member) => member.login === login))
      throw new ApiFailure(403, "Must be a member of the organization to see its teams.");
    return pageAnswer(c, organization.teams, (team) => teamRecord(organization.login, team, c.env.links));
  });
};
