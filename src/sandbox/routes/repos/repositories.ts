import { requireUser } from "../../auth.ts";
import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { utf8 } from "../../git/bytes.ts";
import { writeLeaves } from "../../git/trees.ts";
import { ApiFailure, json, noContent, notFound, readFields } from "../../http.ts";
import { fullRepositoryRecord } from "../../records/repositoryRecord.ts";
import { adminRefusal, isAllowed } from "../../permissions/grants.ts";
import { admin, permissionOf, repositoryOf } from "../../repositories/access.ts";
import { push, signatureOf } from "../../repositories/commits.ts";
import {
  failField,
  readNewRepository,
  readRepositoryEdit,
  type RepositoryWish,
} from "../../repositories/repositoryInput.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { createRepository, deleteRepository } from "../../repositories/repositoryStore.ts";
import type { StoredUser } from "../../state.ts";
import { findOrganization, type Store } from "../../store.ts";

const firstCommit = (
  store: Store,
  repository: StoredRepository,
  user: StoredUser,
  files: RepositoryWish["files"],
) => {
  if (files === null) return;
  const leaves = Object.entries(files).map(
    ([path, text]) => [path, { mode: "100644", id: store.git.writeBlob(utf8(text)) }] as const,
  );
  const signature = signatureOf(user, store.date());
  const commit = store.git.writeCommit({
    tree: writeLeaves(store.git, new Map(leaves)),
    parents: [],
    author: signature,
    committer: signature,
    message: "Initial commit",
  });
  push(store, repository, user.login, repository.defaultBranch, commit);
};

const create = async (store: Store, c: CallContext, owner: string): Promise<StoredRepository> => {
  const user = requireUser(c.env.caller);
  const fields = await readFields(c.req.raw);
  const isPrivate =
    fields["private"] === true || fields["private"] === "true" || fields["visibility"] === "private";
  if (!isAllowed(c.env.caller, c.env.needs, isPrivate)) throw notFound();
  const wish = readNewRepository(store, fields, owner, user.name ?? user.login);
  const team = readTeam(store, owner, fields["team_id"]);
  const { files, ...facts } = wish;
  const repository = createRepository(store, user, { ...facts, owner });
  team?.repositories.push(repository.id);
  firstCommit(store, repository, user, files);
  return repository;
};

const readTeam = (store: Store, owner: string, value: unknown) => {
  if (value === undefined || value === null) return undefined;
  const team = findOrganization(store, owner)?.teams.find(({ id }) => id === Number(value));
  return team ?? failField("Repository", "team_id", "invalid", "The organization has no team with this id.");
};

/** Hooks receive one event for each kind of change. */
const notifyChanges = (
  store: Store,
  repository: StoredRepository,
  former: StoredRepository,
  actor: string,
): void => {
  const notify = (action: string, more: object = {}): void =>
    store.happened({ kind: "repository", repository, actor, facts: { action, ...more } });
  if (repository.name !== former.name)
    notify("renamed", { changes: { repository: { name: { from: former.name } } } });
  if (repository.private !== former.private) notify(repository.private ? "privatized" : "publicized");
  if (repository.archived !== former.archived) notify(repository.archived ? "archived" : "unarchived");
  const changes = Object.fromEntries(
    (
      [
        ["description", former.description, repository.description],
        ["homepage", former.homepage, repository.homepage],
        ["default_branch", former.defaultBranch, repository.defaultBranch],
      ] as const
    )
      .filter(([, from, to]) => from !== to)
      .map(([name, from]) => [name, { from }]),
  );
  if (Object.keys(changes).length > 0) notify("edited", { changes });
};

const update = async (store: Store, c: CallContext): Promise<StoredRepository> => {
  const { repository, user } = admin(store, c);
  const edit = readRepositoryEdit(store, await readFields(c.req.raw), repository);
  if (edit.private === true && !isAllowed(c.env.caller, c.env.needs, true)) throw notFound();
  const isUnarchived = repository.archived && edit.archived === false;
  if (repository.archived && !isUnarchived) throw new ApiFailure(403, "Repository was archived so is read-only.");
  const becomesPublic = repository.private && edit.private === false;
  const former = { ...repository };
  if (edit.name !== undefined && edit.name !== repository.name) repository.formerNames.push(repository.name);
  Object.assign(repository, edit);
  repository.updatedAt = store.date();
  if (becomesPublic) recordEvent(store, "PublicEvent", user.login, repository, {});
  notifyChanges(store, repository, former, user.login);
  store.changed();
  return repository;
};

/** One repository: its making, reading, changing and deleting. */
export const repositoryRoutes = (app: App, store: Store): void => {
  const created = (c: CallContext, repository: StoredRepository): Response => {
    const record = fullRepositoryRecord(store, repository, c.env);
    return json(201, record, { location: record.url });
  };

  app.post("/user/repos", async (c) => {
    const { login } = requireUser(c.env.caller);
    return created(c, await create(store, c, login));
  });

  app.post("/orgs/:org/repos", async (c) => {
    const { login } = requireUser(c.env.caller);
    const organization = findOrganization(store, c.req.param("org"));
    if (organization === undefined) throw notFound();
    if (!organization.members.some((member) => member.login === login))
      throw new ApiFailure(403, "You need to be a member of this organization to create a repository in it.");
    return created(c, await create(store, c, organization.login));
  });

  app.get("/repos/:owner/:repo", (c) => {
    const repository = repositoryOf(store, c);
    return json(200, fullRepositoryRecord(store, repository, c.env), {
      "last-modified": new Date(repository.updatedAt).toUTCString(),
    });
  });

  app.patch("/repos/:owner/:repo", async (c) =>
    json(200, fullRepositoryRecord(store, await update(store, c), c.env)),
  );

  app.delete("/repos/:owner/:repo", (c) => {
    const user = requireUser(c.env.caller);
    const repository = repositoryOf(store, c);
    if (permissionOf(store, repository, user.login) !== "admin") throw adminRefusal();
    store.happened({ kind: "repository", repository, actor: user.login, facts: { action: "deleted" } });
    deleteRepository(store, repository);
    return noContent();
  });
};
