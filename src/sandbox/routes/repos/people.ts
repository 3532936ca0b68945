import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { logOf } from "../../git/history.ts";
import { ApiFailure, json, noContent, notFound, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { nodeId } from "../../records/nodeId.ts";
import { permissionsRecord, repositoryRecord, repositoryUrl } from "../../records/repositoryRecord.ts";
import { teamRecord } from "../../records/teamRecord.ts";
import { userRecord } from "../../records/userRecord.ts";
import { admin, permissionOf, repositoryOf, writer } from "../../repositories/access.ts";
import { userByEmail } from "../../repositories/commits.ts";
import { factsOf } from "../../repositories/languages.ts";
import { headOf, isEmpty } from "../../repositories/refs.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import type { StoredPermission, StoredRepository } from "../../repositories/repositoryState.ts";
import type { StoredUser } from "../../state.ts";
import { findOrganization, findUser, type Store } from "../../store.ts";

const needPush = (): ApiFailure => new ApiFailure(403, "Must have push access to view repository collaborators.");

/** The users with rights of their own, in the order of their logins. */
const collaboratorsOf = (store: Store, repository: StoredRepository): StoredUser[] => {
  const organization = findOrganization(store, repository.owner);
  const logins = new Set([
    repository.owner,
    ...repository.collaborators.map(({ login }) => login),
    ...(organization?.members ?? []).map(({ login }) => login),
  ]);
  return [...logins]
    .toSorted()
    .map((login) => findUser(store, login))
    .filter((user) => user !== undefined);
};

const collaboratorRecord = (store: Store, c: CallContext, repository: StoredRepository, user: StoredUser) => {
  const permission = permissionOf(store, repository, user.login);
  return {
    ...userRecord(user, c.env.links),
    permissions: permissionsRecord(permission),
    role_name: permission ?? "read",
  };
};

/** The names of today, and those of the organizations' teams. */
const permissionNames: Readonly<Record<string, StoredPermission>> = {
  pull: "read",
  read: "read",
  triage: "read",
  push: "write",
  write: "write",
  maintain: "admin",
  admin: "admin",
};

const readPermission = (fields: Readonly<Record<string, unknown>>): StoredPermission => {
  const value = fields["permission"] ?? "push";
  const known =
    typeof value === "string" && Object.hasOwn(permissionNames, value) ? permissionNames[value] : undefined;
  return known ?? failField("Repository", "permission", "invalid", "permission is pull, push or admin");
};

const collaboratorRoutes = (app: App, store: Store): void => {
  app.get("/repos/:owner/:repo/collaborators", (c) => {
    const { repository } = writer(store, c, needPush);
    return pageAnswer(c, collaboratorsOf(store, repository), (user) =>
      collaboratorRecord(store, c, repository, user),
    );
  });

  app.get("/repos/:owner/:repo/collaborators/:login", (c) => {
    const { repository } = writer(store, c, needPush);
    const wanted = c.req.param("login").toLowerCase();
    const isOne = collaboratorsOf(store, repository).some(({ login }) => login.toLowerCase() === wanted);
    if (!isOne) throw new ApiFailure(404, `${c.req.param("login")} is not a user`);
    return noContent();
  });

  app.put("/repos/:owner/:repo/collaborators/:login", async (c) => {
    const { repository, user: inviter } = admin(store, c);
    const user = findUser(store, c.req.param("login"));
    if (user === undefined) throw notFound();
    if (user.login === repository.owner)
      return failField("Repository", "login", "custom", "Repository owner cannot be a collaborator");
    const permission = readPermission(await readFields(c.req.raw));
    const known = repository.collaborators.find(({ login }) => login === user.login);
    if (known !== undefined) {
      known.permission = permission;
      store.changed();
      return noContent();
    }
    // A sandbox has no user who could accept an invitation: it counts as accepted at once.
    repository.collaborators.push({ login: user.login, permission });
    const id = store.number();
    recordEvent(store, "MemberEvent", inviter.login, repository, {
      action: "added",
      member: { id: user.id, login: user.login },
    });
    store.changed();
    const { links } = c.env;
    return json(201, {
      id,
      node_id: nodeId("RepositoryInvitation", id),
      repository: repositoryRecord(store, repository, c.env),
      invitee: userRecord(user, links),
      inviter: userRecord(inviter, links),
      permissions: permission,
      created_at: store.date(),
      expired: false,
      url: `${links.api}/user/repository_invitations/${id}`,
      html_url: `${repositoryUrl(repository, { ...links, api: links.web })}/invitations`,
    });
  });

  app.delete("/repos/:owner/:repo/collaborators/:login", (c) => {
    const { repository, user } = admin(store, c);
    const wanted = c.req.param("login").toLowerCase();
    const known = repository.collaborators.find(({ login }) => login.toLowerCase() === wanted);
    if (known !== undefined) {
      repository.collaborators = repository.collaborators.filter((other) => other !== known);
      recordEvent(store, "MemberEvent", user.login, repository, {
        action: "removed",
        member: { login: known.login },
      });
      store.changed();
    }
    return noContent();
  });
};

interface Contribution {
  readonly user: StoredUser | undefined;
  readonly name: string;
  readonly email: string;
  count: number;
}

const contributionsOf = (store: Store, repository: StoredRepository): Contribution[] => {
  const head = headOf(store, repository);
  const found = new Map<string, Contribution>();
  for (const id of head === undefined ? [] : logOf(store.git, head)) {
    const { author, parents } = store.git.commit(id);
    // Merges do not count as contributions.
    if (parents.length > 1) continue;
    const user = userByEmail(store, author.email);
    const key = user?.login ?? author.email.toLowerCase();
    const known = found.get(key) ?? { user, name: author.name, email: author.email, count: 0 };
    known.count += 1;
    found.set(key, known);
  }
  return [...found.values()].toSorted((left, right) => right.count - left.count);
};

/** Who has to do with a repository, and its languages. */
export const peopleRoutes = (app: App, store: Store): void => {
  collaboratorRoutes(app, store);

  app.get("/repos/:owner/:repo/contributors", (c) => {
    const repository = repositoryOf(store, c);
    if (isEmpty(store, repository)) return noContent();
    const isAnonToo = ["1", "true"].includes(c.req.query("anon") ?? "");
    const found = contributionsOf(store, repository).filter(({ user }) => isAnonToo || user !== undefined);
    return pageAnswer(c, found, ({ user, name, email, count }) =>
      user === undefined
        ? { type: "Anonymous", name, email, contributions: count }
        : { ...userRecord(user, c.env.links), contributions: count },
    );
  });

  app.get("/repos/:owner/:repo/languages", (c) =>
    json(200, Object.fromEntries(factsOf(store, repositoryOf(store, c)).languages)),
  );

  app.get("/repos/:owner/:repo/teams", (c) => {
    const { repository } = writer(store, c);
    const organization = findOrganization(store, repository.owner);
    const teams = (organization?.teams ?? []).filter(({ repositories }) => repositories.includes(repository.id));
    return pageAnswer(c, teams, (team) => teamRecord(organization?.login ?? "", team, c.env.links));
  });
};
