import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type OperationId, operationOf } from "../../../../src/client/operations/table.ts";
import { acceptedScopes, hasScope } from "../../../../src/client/permissions.ts";
import type { SeedToken } from "../../../../src/sandbox/seed.ts";
import { basic, type Service, startService } from "../service.ts";
import {
  asToken,
  classic,
  permissionSeed,
  privateRepository,
  publicRepository,
  secretGist,
} from "../../../support/permissionSeed.ts";

let service: Service;
const start = async (...tokens: readonly SeedToken[]): Promise<void> => {
  service = await startService({ seed: permissionSeed(tokens) });
};
afterEach(() => service.close());

type Ask = readonly [id: OperationId, path: string];

/** Requests that change nothing; what they send is refused with 422 or answered as without a change. */
const asks: readonly Ask[] = [
  ["repos.get", ""],
  ["repos.getBranches", "/branches"],
  ["repos.getBranch", "/branches/main"],
  ["repos.getTags", "/tags"],
  ["repos.getCommits", "/commits"],
  ["repos.getContent", "/contents/README.md"],
  ["repos.getReadme", "/readme"],
  ["repos.getArchiveLink", "/tarball/main"],
  ["repos.getAllCommitComments", "/comments"],
  ["repos.getContributors", "/contributors"],
  ["repos.getLanguages", "/languages"],
  ["repos.getTeams", "/teams"],
  ["repos.getCollaborators", "/collaborators"],
  ["repos.getDeployments", "/deployments"],
  ["repos.createDeployment", "/deployments"],
  ["repos.getHooks", "/hooks"],
  ["repos.createHook", "/hooks"],
  ["repos.getKeys", "/keys"],
  ["repos.createKey", "/keys"],
  ["repos.getStargazers", "/stargazers"],
  ["repos.getForks", "/forks"],
  ["repos.createFile", "/contents/new.md"],
  ["repos.merge", "/merges"],
  ["repos.update", ""],
  ["repos.getStatsPunchCard", "/stats/punch_card"],
  ["repos.getWatchers", "/watchers"],
  ["events.getFromRepo", "/events"],
  ["events.getFromRepoIssues", "/issues/events"],
];

const everything = ["repo", "gist", "delete_repo", "notifications", "admin:repo_hook"];
const grants: readonly (readonly string[])[] = [
  [],
  ["gist"],
  ["public_repo"],
  ["repo"],
  ["read:repo_hook"],
  ["write:repo_hook"],
  ["admin:repo_hook"],
  ["repo_deployment"],
  ["notifications"],
  ["gist", "public_repo", "repo_deployment"],
];

describe("a classic token", () => {
  for (const scopes of grants) {
    it(`with ${scopes.join(", ") || "no scope"} is allowed what the operations' rows allow it`, async () => {
      await start(classic(...scopes), { ...classic(...everything), token: "all" });
      for (const [isPrivate, repository] of [
        [false, publicRepository],
        [true, privateRepository],
      ] as const)
        for (const [id, path] of asks) {
          const [method = ""] = operationOf(id).route.split(" ");
          const body = method === "GET" ? {} : { body: { name: 5 } };
          const wide = await service.call(method, repository + path, { token: "all", ...body });
          const own = await service.call(method, repository + path, { ...asToken, ...body });
          assert.notEqual(wide.status, 404, id);
          const isAllowed = hasScope(scopes, acceptedScopes(operationOf(id).needs, isPrivate));
          assert.equal(own.status, isAllowed ? wide.status : 404, `${id} ${isPrivate ? "private" : "public"}`);
        }
    });
  }

  it("lists secret gists and private repositories only with the scope for them", async () => {
    await start(
      classic("public_repo"),
      { ...classic("gist"), token: "gist" },
      { ...classic("repo"), token: "repo" },
    );
    const names = async (path: string, token: string): Promise<readonly string[]> =>
      (await service.call("GET", path, { token })).body.map(
        (one: { full_name?: string; id: string }) => one.full_name ?? one.id,
      );
    const open = ["acme/anvil", "bolt/nut", "mia/hello"];
    assert.deepEqual(await names("/user/repos", "t"), open);
    assert.deepEqual(await names("/user/repos", "gist"), open);
    assert.equal((await names("/user/repos", "repo")).length, 6);
    assert.deepEqual(await names("/user/starred", "t"), ["acme/anvil", "mia/hello"]);
    assert.ok((await names("/user/starred", "repo")).includes("mia/plans"));
    assert.ok(!(await names("/gists", "repo")).includes(secretGist));
    assert.ok((await names("/gists", "gist")).includes(secretGist));
    // By its link it is for everyone.
    assert.equal((await service.call("GET", `/gists/${secretGist}`)).status, 200);
  });

  it("sees its user's private events only with the scope repo", async () => {
    await start(classic("public_repo"), { ...classic("repo"), token: "repo" });
    const events = async (token: string) =>
      (await service.call("GET", "/users/mia/events", { token })).body.map(
        ({ repo }: { repo: { name: string } }) => repo.name,
      );
    assert.deepEqual(await events("t"), ["acme/anvil"]);
    assert.deepEqual(await events("repo"), ["mia/plans", "acme/rocket", "acme/anvil"]);
  });

  it("writes gists only with the scope gist", async () => {
    await start(classic("repo"), { ...classic("gist"), token: "gist" });
    const body = { public: true, files: { "a.md": { content: "A" } } };
    assert.equal((await service.call("POST", "/gists", { ...asToken, body })).status, 404);
    assert.equal((await service.call("POST", "/gists", { token: "gist", body })).status, 201);
    assert.equal((await service.call("PUT", `/gists/${secretGist}/star`, asToken)).status, 404);
  });

  it("makes private repositories only with the scope repo", async () => {
    await start(classic("public_repo"), { ...classic("gist"), token: "gist" });
    const make = (token: string, hidden: boolean) =>
      service.call("POST", "/user/repos", { token, body: { name: "new", private: hidden } });
    assert.equal((await make("gist", false)).status, 404);
    assert.equal((await make("t", true)).status, 404);
    assert.equal((await make("t", false)).status, 201);
    const hide = { ...asToken, body: { name: "new", private: true } };
    assert.equal((await service.call("PATCH", "/repos/mia/new", hide)).status, 404);
  });

  it("deletes a repository with delete_repo alone, and is refused with the reason without it", async () => {
    await start(
      classic("repo"),
      { ...classic("delete_repo"), token: "delete" },
      { ...classic("gist"), token: "gist" },
    );
    const refused = await service.call("DELETE", privateRepository, asToken);
    assert.equal(refused.status, 403);
    assert.equal(refused.body.message, "Must have admin rights to Repository.");
    assert.equal(refused.headers.get("x-accepted-oauth-scopes"), "delete_repo");
    assert.equal((await service.call("DELETE", privateRepository, { token: "gist" })).status, 404);
    assert.equal((await service.call("DELETE", publicRepository, { token: "gist" })).status, 403);
    assert.equal((await service.call("DELETE", privateRepository, { token: "delete" })).status, 204);
  });

  it("changes and deletes hooks with wider scopes than it reads and tests them with", async () => {
    await start(
      classic("read:repo_hook"),
      { ...classic("write:repo_hook"), token: "write" },
      { ...classic("admin:repo_hook"), token: "admin" },
    );
    const [hook] = (await service.call("GET", `${privateRepository}/hooks`, asToken)).body;
    const path = `${privateRepository}/hooks/${hook.id}`;
    const status = async (method: string, token: string, part = "") =>
      (await service.call(method, path + part, { token, body: { active: false } })).status;
    assert.deepEqual([await status("POST", "t", "/tests"), await status("POST", "t", "/pings")], [204, 204]);
    assert.deepEqual([await status("PATCH", "t"), await status("DELETE", "t")], [404, 404]);
    assert.deepEqual([await status("PATCH", "write"), await status("DELETE", "write")], [200, 404]);
    assert.equal(await status("DELETE", "admin"), 204);
  });

  it("stars, watches and unwatches with the scopes for it", async () => {
    await start(
      classic("gist"),
      { ...classic("notifications"), token: "n" },
      { ...classic("public_repo"), token: "p" },
    );
    const put = async (path: string, token: string) =>
      (await service.call("PUT", path, { token, body: {} })).status;
    assert.deepEqual(
      [await put("/user/starred/mia/hello", "t"), await put("/user/starred/mia/hello", "n")],
      [404, 404],
    );
    assert.equal(await put("/user/starred/mia/hello", "p"), 204);
    assert.equal(await put("/user/starred/mia/plans", "p"), 404);
    assert.equal(await put(`${publicRepository}/subscription`, "t"), 404);
    assert.equal(await put(`${publicRepository}/subscription`, "n"), 200);
    assert.equal(await put(`${privateRepository}/subscription`, "n"), 200);
    assert.equal(await put("/user/watched/mia/hello", "t"), 404);
  });

  it("gets its scopes with every answer, and those of which one is needed, wider ones included", async () => {
    await start(classic("read:repo_hook"));
    const hooks = await service.call("GET", `${publicRepository}/hooks`, asToken);
    assert.equal(hooks.status, 200);
    assert.equal(hooks.headers.get("x-oauth-scopes"), "read:repo_hook");
    assert.equal(
      hooks.headers.get("x-accepted-oauth-scopes"),
      "admin:repo_hook, public_repo, read:repo_hook, repo, write:repo_hook",
    );
    assert.equal(hooks.headers.get("x-accepted-github-permissions"), null);
    const gists = await service.call("PUT", `/gists/${secretGist}/star`, asToken);
    assert.equal(gists.headers.get("x-accepted-oauth-scopes"), "gist");
    const { headers } = await service.call("GET", "/user", asToken);
    assert.equal(headers.get("x-accepted-oauth-scopes"), "read:user, user");
  });

  it("gets the header with scopes as answers of the service were recorded, empty ones too", async () => {
    await start(classic("repo"));
    for (const [method, path, accepted] of [
      ["GET", publicRepository, "repo"],
      ["GET", `${publicRepository}/commits/main/status`, "repo, repo:status"],
      ["GET", "/orgs/acme", "admin:org, read:org, repo, user, write:org"],
      ["GET", `${publicRepository}/contents/README.md`, ""],
      ["PUT", `${publicRepository}/contents/new.md`, ""],
      ["GET", `${publicRepository}/collaborators`, ""],
      ["PUT", `${publicRepository}/collaborators/otto`, ""],
      ["PATCH", publicRepository, ""],
      ["GET", "/repos/mia/none/contents/README.md", ""],
    ] as const) {
      const { headers } = await service.call(method, path, { ...asToken, ...(method !== "GET" && { body: {} }) });
      assert.equal(headers.get("x-accepted-oauth-scopes"), accepted, `${method} ${path}`);
    }
  });

  it("may not use what is for passwords, and a password may use everything", async () => {
    await start(classic(...everything));
    const { status, body } = await service.call("GET", "/authorizations", asToken);
    assert.equal(status, 403);
    assert.match(body.message, /only be accessed with username and password/);
    const headers = basic("mia", "secret-of-mia");
    for (const path of ["/authorizations", privateRepository, `${privateRepository}/hooks`])
      assert.equal((await service.call("GET", path, { headers })).status, 200, path);
  });

  it("learns when it expires, as the service writes it", async () => {
    await start({ ...classic("gist"), expiresAt: "2026-05-31T12:00:00Z" }, { ...classic(), token: "forever" });
    const name = "github-authentication-token-expiration";
    const { headers } = await service.call("GET", "/user", asToken);
    assert.equal(headers.get(name), "2026-05-31 12:00:00 UTC");
    assert.equal((await service.call("GET", "/user", { token: "forever" })).headers.get(name), null);
    service.clock.advance(Date.parse("2026-05-31T12:00:00Z") - service.clock.now());
    assert.equal((await service.call("GET", "/user", asToken)).status, 401);
  });

  it("is for pages of other origins too: they may read all of these headers", async () => {
    await start(classic());
    const { headers } = await service.call("GET", "/user", asToken);
    const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
    for (const name of [
      "x-oauth-scopes",
      "x-accepted-oauth-scopes",
      "x-accepted-github-permissions",
      "x-github-sso",
      "github-authentication-token-expiration",
    ])
      assert.ok(exposed.includes(name), name);
  });
});

describe("a request without a token", () => {
  it("reads what is public, 60 times an hour, and is asked for a token where one is needed", async () => {
    await start();
    assert.equal((await service.call("GET", `${publicRepository}/contents/README.md`)).status, 200);
    assert.equal((await service.call("GET", privateRepository)).status, 404);
    assert.equal((await service.call("GET", `${publicRepository}/hooks`)).status, 404);
    for (const [method, path] of [
      ["GET", "/user"],
      ["GET", "/gists/starred"],
      ["GET", "/user/repos"],
      ["POST", "/gists"],
      ["GET", `${publicRepository}/collaborators`],
      ["PUT", "/user/starred/mia/hello"],
    ] as const)
      assert.equal((await service.call(method, path)).status, 401, path);
    const { headers } = await service.call("GET", "/gists/public");
    assert.equal(headers.get("x-ratelimit-limit"), "60");
    assert.equal(headers.get("x-accepted-oauth-scopes"), null);
    const left = Number(headers.get("x-ratelimit-remaining"));
    for (let count = 0; count < left; count += 1) await service.call("GET", "/gists/public");
    assert.equal((await service.call("GET", "/gists/public")).status, 403);
  });
});

describe("a service that knows the word token only", () => {
  it("takes Bearer for no token, as Gogs does", async () => {
    service = await startService({ seed: permissionSeed([classic("repo")]), authorizationWord: "token" });
    const status = async (path: string, word: string) =>
      (await service.call("GET", path, { headers: { authorization: `${word} t` } })).status;
    assert.deepEqual([await status("/user", "Bearer"), await status("/user", "token")], [401, 200]);
    assert.deepEqual(
      [await status(privateRepository, "Bearer"), await status(privateRepository, "token")],
      [404, 200],
    );
    assert.equal(await status(publicRepository, "Bearer"), 200);
  });
});
