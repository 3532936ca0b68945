import type { FineGrainedPermission, Needs, Scope } from "../permissions.ts";

// Sources: docs.github.com, "Scopes for OAuth apps" and "Permissions required for fine-grained personal access tokens".
// test/contract/permissions.test.ts compares the rows with the published data.

const read = (name: string): FineGrainedPermission => ({ name, access: "read" });
const write = (name: string): FineGrainedPermission => ({ name, access: "write" });

const needs = (
  access: Needs["access"],
  scopes: readonly Scope[],
  privateScopes: readonly Scope[] | null,
  ...permissions: readonly FineGrainedPermission[]
): Needs => ({ access, scopes, permissions, ...(privateScopes && { privateScopes }) });

const none: readonly Scope[] = [];
const repo: readonly Scope[] = ["repo"];
const publicRepo: readonly Scope[] = ["public_repo"];
const deployments: readonly Scope[] = ["repo_deployment"];

/** What everyone may read: public things, and gists by their link. */
export const publicData = needs("anyone", none, null);

/** What is answered to users only, with any token. */
export const readsAsUser = needs("user", none, null);

/** What belongs to a repository, or lists of repositories: as public as the repository is. */
export const readsPublic = (permission: string): Needs => needs("anyone", none, repo, read(permission));

/** The user's own lists and marks; of private repositories only with the scope. */
export const readsOwn = (...permissions: readonly string[]): Needs =>
  needs("user", none, repo, ...permissions.map(read));

/** What only members of a repository may see, even of a public one. */
export const readsAsMember = (permission: string): Needs => needs("user", publicRepo, repo, read(permission));

export const writesRepository = (permission: string): Needs => needs("user", publicRepo, repo, write(permission));

export const deletesRepository = needs("user", ["delete_repo"], null, write("administration"));

export const forksRepository = needs("user", publicRepo, repo, write("administration"), read("contents"));

/** Everyone who may read a repository may comment on its commits. */
export const commentsOnCommits = needs("user", publicRepo, repo, read("contents"));

/** Lists of gists; secret ones appear only with the scope. */
export const readsGistLists = needs("anyone", none, ["gist"]);
export const writesGists = needs("user", ["gist"], null, write("gists"));

export const stars = needs("user", publicRepo, repo, write("starring"), read("metadata"));

export const readsSubscription: Needs = {
  ...needs("user", none, ["notifications", "repo"]),
  classicOnly: true,
};
export const watches: Needs = { ...needs("user", ["notifications", "repo"], null), classicOnly: true };

const hooks = (scope: Scope, permission: FineGrainedPermission): Needs =>
  needs("user", [scope, "public_repo"], [scope, "repo"], permission);
/** Pings and tests of hooks need only read access. */
export const readsHooks = hooks("read:repo_hook", read("repository_hooks"));
export const writesHooks = hooks("write:repo_hook", write("repository_hooks"));
export const deletesHooks = hooks("admin:repo_hook", write("repository_hooks"));

export const readsDeployments = needs("anyone", none, deployments, read("deployments"));
export const writesDeployments = needs("user", [...deployments, "public_repo"], deployments, write("deployments"));

/** The service answers it to a username and password only. */
export const needsPassword: Needs = { ...needs("password", none, null), classicOnly: true };
