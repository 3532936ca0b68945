import type { FineGrainedPermission, Needs, Scope } from "../permissions.ts";

// Sources: docs.github.com, "Scopes for OAuth apps" and "Permissions required for fine-grained personal access tokens".
// test/contract/permissions.test.ts compares the rows with the published data.

const read = (name: string): FineGrainedPermission => ({ name, access: "read" });
const write = (name: string): FineGrainedPermission => ({ name, access: "write" });

const repo: readonly Scope[] = ["repo"];
const publicRepo: readonly Scope[] = ["public_repo"];

/** What everyone may read: public things, and gists by their link. */
export const publicData: Needs = { access: "anyone", scopes: [], permissions: [] };

/** What is answered to users only, with any token. */
export const readsAsUser: Needs = { access: "user", scopes: [], permissions: [] };

/** What belongs to a repository, or lists of repositories: as public as the repository is. */
export const readsPublic = (permission: string): Needs => ({
  access: "anyone",
  scopes: [],
  privateScopes: repo,
  permissions: [read(permission)],
});

/** The user's own lists and marks; of private repositories only with the scope. */
export const readsOwn = (...permissions: readonly string[]): Needs => ({
  access: "user",
  scopes: [],
  privateScopes: repo,
  permissions: permissions.map(read),
});

/** What only members of a repository may see, even of a public one. */
export const readsAsMember = (permission: string): Needs => ({
  access: "user",
  scopes: publicRepo,
  privateScopes: repo,
  permissions: [read(permission)],
});

export const writesRepository = (permission: string): Needs => ({
  access: "user",
  scopes: publicRepo,
  privateScopes: repo,
  permissions: [write(permission)],
});

export const deletesRepository: Needs = {
  access: "user",
  scopes: ["delete_repo"],
  permissions: [write("administration")],
};

export const forksRepository: Needs = {
  ...writesRepository("administration"),
  permissions: [write("administration"), read("contents")],
};

/** Everyone who may read a repository may comment on its commits. */
export const commentsOnCommits: Needs = { ...writesRepository("contents"), permissions: [read("contents")] };

/** Lists of gists; secret ones appear only with the scope. */
export const readsGistLists: Needs = { ...publicData, privateScopes: ["gist"] };
export const writesGists: Needs = { access: "user", scopes: ["gist"], permissions: [write("gists")] };

export const stars: Needs = {
  access: "user",
  scopes: publicRepo,
  privateScopes: repo,
  permissions: [write("starring"), read("metadata")],
};

export const readsSubscription: Needs = {
  access: "user",
  scopes: [],
  privateScopes: ["notifications", "repo"],
  permissions: [],
  classicOnly: true,
};
export const watches: Needs = {
  access: "user",
  scopes: ["notifications", "repo"],
  permissions: [],
  classicOnly: true,
};

const hooks = (scope: Scope, permission: FineGrainedPermission): Needs => ({
  access: "user",
  scopes: [scope, "public_repo"],
  privateScopes: [scope, "repo"],
  permissions: [permission],
});
/** Pings and tests of hooks need no more than reading them. */
export const readsHooks: Needs = hooks("read:repo_hook", read("repository_hooks"));
export const writesHooks: Needs = hooks("write:repo_hook", write("repository_hooks"));
export const deletesHooks: Needs = hooks("admin:repo_hook", write("repository_hooks"));

export const readsDeployments: Needs = { ...readsPublic("deployments"), privateScopes: ["repo_deployment"] };
export const writesDeployments: Needs = {
  access: "user",
  scopes: ["repo_deployment", "public_repo"],
  privateScopes: ["repo_deployment"],
  permissions: [write("deployments")],
};

/** The service answers it to a user name and password only. */
export const needsPassword: Needs = { access: "password", scopes: [], permissions: [], classicOnly: true };
