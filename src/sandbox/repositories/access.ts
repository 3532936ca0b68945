import { type Caller, requireUser } from "../auth.ts";
import type { CallContext } from "../call.ts";
import { readsPublic } from "../../client/operations/needs.ts";
import { ApiFailure, notFound } from "../http.ts";
import { adminRefusal, isAllowedIn } from "../permissions/grants.ts";
import { isLeftOut } from "../permissions/singleSignOn.ts";
import type { StoredUser } from "../state.ts";
import { findOrganization, type Store } from "../store.ts";
import type { StoredPermission, StoredRepository } from "./repositoryState.ts";
import { findFormer, findRepository } from "./repositoryStore.ts";

const ranks: readonly (StoredPermission | null)[] = [null, "read", "write", "admin"];

const highest = (...permissions: readonly (StoredPermission | null)[]): StoredPermission | null =>
  ranks[Math.max(...permissions.map((permission) => ranks.indexOf(permission)))] ?? null;

/** What a user may do with a repository, whatever the scopes of the token; null when not even see it. */
export const permissionOf = (
  store: Store,
  repository: StoredRepository,
  login: string | null,
): StoredPermission | null => {
  const ofAll = repository.private ? null : "read";
  if (login === null) return ofAll;
  if (repository.owner === login) return "admin";
  const own = repository.collaborators.find((collaborator) => collaborator.login === login)?.permission ?? null;
  const organization = findOrganization(store, repository.owner);
  const role = organization?.members.find((member) => member.login === login)?.role;
  if (role === "admin") return "admin";
  const teams = (organization?.teams ?? [])
    .filter(({ members, repositories }) => members.includes(login) && repositories.includes(repository.id))
    .map(({ permission }) => permission);
  return highest(ofAll, own, role === undefined ? null : "read", ...teams);
};

const loginOf = (caller: Caller): string | null => (caller.kind === "anonymous" ? null : caller.user.login);

const existence = readsPublic("metadata");

/** Whether the caller may know of a repository in a list. Of what single sign-on hides the answer says so. */
export const isVisible = (store: Store, repository: StoredRepository, caller: Caller): boolean => {
  if (permissionOf(store, repository, loginOf(caller)) === null) return false;
  if (!isAllowedIn(caller, existence, repository)) return false;
  return !isLeftOut(store, caller, repository.owner);
};

/** As the service: reading goes on with 301, anything else keeps its method with 307. */
const moved = (c: CallContext, repository: StoredRepository): ApiFailure => {
  const parts = c.req.path.split("/");
  // Below /repos by id, which stays good after the next renaming; else by name, which ends the path or begins it.
  const byName = [repository.owner, repository.name];
  const path =
    parts[1] === "repos"
      ? ["", "repositories", String(repository.id), ...parts.slice(4)]
      : parts[1] === "networks"
        ? ["", "networks", ...byName, ...parts.slice(4)]
        : [...parts.slice(0, -2), ...byName];
  const url = c.env.links.api + path.join("/") + new URL(c.req.url).search;
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  return new ApiFailure(reads ? 301 : 307, reads ? "Moved Permanently" : "Temporary Redirect", {
    headers: { location: url },
    url,
  });
};

/**
 * The repository that the path names with `:owner` and `:repo`. Fails with 404 when the user may not see it; whether the
 * token may was checked before (`checkAccess`).
 */
export const repositoryOf = (store: Store, c: CallContext): StoredRepository => {
  const { owner = "", repo = "" } = c.req.param() as Readonly<Record<string, string>>;
  const login = loginOf(c.env.caller);
  const repository = findRepository(store, owner, repo);
  if (repository !== undefined && permissionOf(store, repository, login) !== null) return repository;
  const former = repository === undefined ? findFormer(store, owner, repo) : undefined;
  if (former !== undefined && permissionOf(store, former, login) !== null) throw moved(c, former);
  throw notFound();
};

export interface Writer {
  readonly repository: StoredRepository;
  readonly user: StoredUser;
}

/** Who changes something of the repository that the path names. */
export const signedIn = (store: Store, c: CallContext): Writer => ({
  user: requireUser(c.env.caller),
  repository: repositoryOf(store, c),
});

const refuseArchived = ({ archived }: StoredRepository): void => {
  if (archived) throw new ApiFailure(403, "Repository was archived so is read-only.");
};

/** The same with the right to push; without it what `refusal` makes. */
export const writer = (store: Store, c: CallContext, refusal: () => ApiFailure = notFound): Writer => {
  const found = signedIn(store, c);
  const permission = permissionOf(store, found.repository, found.user.login);
  if (permission !== "write" && permission !== "admin") throw refusal();
  refuseArchived(found.repository);
  return found;
};

/** The same for what only admins know of at all, such as hooks: 404 for everyone else. */
export const secretAdmin = (store: Store, c: CallContext): Writer => {
  const { owner = "", repo = "" } = c.req.param() as Readonly<Record<string, string>>;
  const { caller } = c.env;
  if (caller.kind === "anonymous") throw notFound();
  const repository = findRepository(store, owner, repo);
  // What moved is answered there.
  if (repository === undefined) return { repository: repositoryOf(store, c), user: caller.user };
  if (permissionOf(store, repository, caller.user.login) !== "admin") throw notFound();
  if (c.req.method !== "GET") refuseArchived(repository);
  return { repository, user: caller.user };
};

/** The same with admin rights. An archived repository can still be changed by its admins. */
export const admin = (store: Store, c: CallContext): Writer => {
  const found = signedIn(store, c);
  if (permissionOf(store, found.repository, found.user.login) !== "admin") throw adminRefusal();
  return found;
};
