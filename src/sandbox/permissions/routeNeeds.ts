import { publicData, readsAsUser } from "../../client/operations/needs.ts";
import { type OperationId, operationIds, operationOf } from "../../client/operations/table.ts";
import type { Needs } from "../../client/permissions.ts";

/** Path parameters that may have slashes in them. */
const long = ["path", "ref", "sha", "branch", "head", "rest"];

const needsOf = (id: OperationId): Needs => operationOf(id).needs;

const readsOwnProfile: Needs = { ...readsAsUser, privateScopes: ["read:user"] };
const readsOrganizations: Needs = { ...readsAsUser, privateScopes: ["read:org", "user"] };
const readsOrganization: Needs = { ...publicData, privateScopes: ["read:org", "repo", "user"] };
const readsTeams: Needs = {
  ...readsAsUser,
  scopes: ["read:org", "repo"],
  permissions: [{ name: "members", access: "read" }],
};
const readsStatuses: Needs = {
  ...publicData,
  privateScopes: ["repo:status"],
  permissions: [{ name: "statuses", access: "read" }],
};
const writesStatuses: Needs = {
  access: "user",
  scopes: ["repo:status", "public_repo"],
  privateScopes: ["repo:status"],
  permissions: [{ name: "statuses", access: "write" }],
};

const hook = "/repos/:owner/:repo/hooks/:id";
const deployment = "/repos/:owner/:repo/deployments/:id";

/** What the sandbox has besides the operations: what else those paths have, or other names of them. */
const others: Readonly<Record<string, Needs>> = {
  "GET /user": readsOwnProfile,
  "GET /user/orgs": readsOrganizations,
  "GET /orgs/:org": readsOrganization,
  "GET /orgs/:org/teams": readsTeams,
  "GET /user/subscriptions/:owner/:repo": needsOf("repos.getWatching"),
  "PUT /user/subscriptions/:owner/:repo": needsOf("repos.watch"),
  "DELETE /user/subscriptions/:owner/:repo": needsOf("repos.unWatch"),
  "GET /repos/:owner/:repo/readme/:path": needsOf("repos.getReadme"),
  "GET /repos/:owner/:repo/contents": needsOf("repos.getContent"),
  "GET /repos/:owner/:repo/tarball": needsOf("repos.getArchiveLink"),
  "GET /repos/:owner/:repo/zipball": needsOf("repos.getArchiveLink"),
  "GET /repos/:owner/:repo/git/:rest": needsOf("repos.getContent"),
  "POST /repos/:owner/:repo/git/refs": needsOf("repos.createFile"),
  "PATCH /repos/:owner/:repo/git/refs/:ref": needsOf("repos.updateFile"),
  "DELETE /repos/:owner/:repo/git/refs/:ref": needsOf("repos.deleteFile"),
  "GET /repos/:owner/:repo/commits/:ref/status": readsStatuses,
  "GET /repos/:owner/:repo/commits/:ref/statuses": readsStatuses,
  "GET /repos/:owner/:repo/statuses/:ref": readsStatuses,
  "POST /repos/:owner/:repo/statuses/:ref": writesStatuses,
  [`POST ${hook}/pings`]: needsOf("repos.testHook"),
  [`GET ${hook}/config`]: needsOf("repos.getHook"),
  [`PATCH ${hook}/config`]: needsOf("repos.updateHook"),
  [`GET ${hook}/deliveries`]: needsOf("repos.getHook"),
  [`GET ${hook}/deliveries/:delivery`]: needsOf("repos.getHook"),
  [`POST ${hook}/deliveries/:delivery/attempts`]: needsOf("repos.updateHook"),
  [`GET ${deployment}`]: needsOf("repos.getDeployments"),
  [`DELETE ${deployment}`]: needsOf("repos.createDeployment"),
  [`GET ${deployment}/statuses/:status`]: needsOf("repos.getDeploymentStatuses"),
  "PATCH /repos/:owner/:repo/keys/:id": needsOf("repos.updateKey"),
};

/**
 * Operations for which the service's header names no scope, though one is needed. Source: recorded answers, of the package
 * `@octokit/fixtures`.
 */
const unnamed: ReadonlySet<Needs> = new Set(
  (
    [
      "repos.update",
      "repos.getContent",
      "repos.createContent",
      "repos.createFile",
      "repos.updateFile",
      "repos.getCollaborators",
      "repos.getCollaborator",
      "repos.addCollaborator",
      "repos.removeCollaborator",
    ] as const
  ).map(needsOf),
);

export const namesScopes = (needs: Needs): boolean => !unnamed.has(needs);

interface Route {
  readonly pattern: RegExp;
  /** Of two routes that fit, the one with more fixed text is meant. */
  readonly fixed: number;
  readonly needs: Needs;
}

const routeOf = (text: string, needs: Needs, choices: Readonly<Record<string, readonly string[]>> = {}): Route => {
  const source = text.replaceAll(/[.]/g, "\\.").replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const allowed = choices[name];
    return allowed !== undefined ? `(?:${allowed.join("|")})` : long.includes(name) ? ".+" : "[^/]+";
  });
  return { pattern: new RegExp(`^${source}$`), fixed: text.replaceAll(/:[a-z_]+/g, "").length, needs };
};

const operationRoutes = (id: OperationId): readonly Route[] => {
  const { route, today, needs, path = {} } = operationOf(id);
  const choices = Object.fromEntries(
    Object.entries(path).flatMap(([name, { allowed }]) => (allowed === undefined ? [] : [[name, allowed]])),
  );
  return [route, ...(today?.route === undefined ? [] : [today.route])].map((text) =>
    routeOf(text, needs, choices),
  );
};

const routes: readonly Route[] = [
  ...operationIds.flatMap(operationRoutes),
  ...Object.entries(others).map(([text, needs]) => routeOf(text, needs)),
].toSorted((left, right) => right.fixed - left.fixed);

/** What a request needs to be allowed. Of paths that are not known everyone may know that they are not. */
export const needsOfRoute = (method: string, path: string): Needs => {
  const asked = `${method === "HEAD" ? "GET" : method} ${path.replace(/(?<=.)\/$/, "")}`;
  return routes.find(({ pattern }) => pattern.test(asked))?.needs ?? publicData;
};
