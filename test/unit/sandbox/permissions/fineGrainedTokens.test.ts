import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { SeedToken } from "../../../../src/sandbox/seed.ts";
import { type Answer, type Service, startService } from "../service.ts";
import {
  asToken,
  classic,
  fineGrained,
  otherRepository,
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

const call = (method: string, path: string, body?: object): Promise<Answer> =>
  service.call(method, path, { ...asToken, ...(body !== undefined && { body }) });

const assertRefused = (answer: Answer, accepted: string | null): void => {
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.message, "Resource not accessible by personal access token");
  assert.equal(answer.headers.get("x-accepted-github-permissions"), accepted);
};

const file = { message: "Add", content: "QQ==" };

describe("a fine-grained token", () => {
  it("has no scopes, and each answer names the permissions that were needed", async () => {
    await start(fineGrained({ contents: "read" }));
    const { status, headers } = await call("GET", `${privateRepository}/branches`);
    assert.equal(status, 200);
    assert.equal(headers.get("x-accepted-github-permissions"), "contents=read");
    assert.equal(headers.get("x-oauth-scopes"), null);
    assert.equal(headers.get("x-accepted-oauth-scopes"), null);
    const star = await call("PUT", "/user/starred/mia/hello");
    assertRefused(star, "starring=write,metadata=read");
    const gists = await call("GET", "/gists/public");
    assert.equal(gists.headers.get("x-accepted-github-permissions"), "allows_permissionless_access=true");
  });

  it("is refused with 403 what it has no permission for, and reads what is public without one", async () => {
    await start(fineGrained({}));
    assert.equal((await call("GET", `${publicRepository}/contents/README.md`)).status, 200);
    // What describes a repository is readable with every token that is for it.
    assert.equal((await call("GET", privateRepository)).status, 200);
    assertRefused(await call("GET", `${privateRepository}/contents/README.md`), "contents=read");
    assertRefused(await call("GET", `${publicRepository}/hooks`), "repository_hooks=read");
    assertRefused(await call("GET", `${publicRepository}/keys`), "administration=read");
    assertRefused(await call("PUT", `${publicRepository}/contents/a.md`, file), "contents=write");
    assertRefused(await call("POST", "/user/repos", { name: "new" }), "administration=write");
    assertRefused(await call("DELETE", publicRepository), "administration=write");
    assertRefused(await call("POST", "/gists", {}), "gists=write");
    assertRefused(await call("GET", "/user/starred"), "starring=read");
    assertRefused(await call("POST", `${publicRepository}/forks`), "administration=write,contents=read");
  });

  it("may with write access what it may with read access, and not the other way round", async () => {
    await start(fineGrained({ contents: "write", repository_hooks: "read" }));
    assert.equal((await call("GET", `${privateRepository}/contents/README.md`)).status, 200);
    assert.equal((await call("PUT", `${privateRepository}/contents/a.md`, file)).status, 201);
    assert.equal((await call("GET", `${privateRepository}/hooks`)).status, 200);
    const config = { config: { url: "https://example.com/2" } };
    assertRefused(await call("POST", `${privateRepository}/hooks`, config), "repository_hooks=write");
  });

  it("that may administer does all of that, and nothing else", async () => {
    await start(fineGrained({ administration: "write" }));
    assert.equal((await call("GET", `${privateRepository}/keys`)).status, 200);
    assert.equal((await call("PATCH", privateRepository, { name: "plans", description: "New" })).status, 200);
    assertRefused(await call("GET", `${privateRepository}/hooks`), "repository_hooks=read");
    assert.equal((await call("DELETE", privateRepository)).status, 204);
  });

  it("for some repositories finds no other private ones, and only reads other public ones", async () => {
    await start(fineGrained({ contents: "write" }, { repositories: ["mia/plans"] }));
    assert.equal((await call("GET", `${privateRepository}/contents/README.md`)).status, 200);
    for (const path of [otherRepository, `${otherRepository}/contents/README.md`, `${otherRepository}/hooks`])
      assert.equal((await call("GET", path)).status, 404, path);
    assert.equal((await call("GET", publicRepository)).status, 200);
    assertRefused(await call("PUT", `${publicRepository}/contents/a.md`, file), "contents=write");
    const listed = (await call("GET", "/user/repos")).body.map(
      ({ full_name }: { full_name: string }) => full_name,
    );
    assert.deepEqual(listed, ["acme/anvil", "bolt/nut", "mia/hello", "mia/plans"]);
  });

  it("stays for a repository that is renamed", async () => {
    await start(fineGrained({ administration: "write" }, { repositories: ["mia/plans"] }));
    assert.equal((await call("PATCH", privateRepository, { name: "ideas" })).status, 200);
    assert.equal((await call("GET", "/repos/mia/ideas")).status, 200);
    assert.equal((await call("GET", privateRepository)).status, 301);
  });

  it("writes gists and lists secret ones with the permission gists", async () => {
    await start(fineGrained({ gists: "write" }), { ...fineGrained({}), token: "none" });
    const ids = async (token: string) =>
      (await service.call("GET", "/gists", { token })).body.map(({ id }: { id: string }) => id);
    assert.ok((await ids("t")).includes(secretGist));
    assert.ok(!(await ids("none")).includes(secretGist));
    assert.equal((await service.call("GET", `/gists/${secretGist}`, { token: "none" })).status, 200);
    assert.equal((await call("PATCH", `/gists/${secretGist}`, { description: "New" })).status, 200);
  });

  it("sees its user's private events only with the permission for events", async () => {
    await start(fineGrained({ user_events: "read" }), { ...fineGrained({}), token: "none" });
    const events = async (token: string) =>
      (await service.call("GET", "/users/mia/events", { token })).body.map(
        ({ repo }: { repo: { name: string } }) => repo.name,
      );
    assert.deepEqual(await events("none"), ["acme/anvil"]);
    assert.deepEqual(await events("t"), ["mia/plans", "acme/rocket", "acme/anvil"]);
  });

  it("is never accepted for subscriptions and authorizations", async () => {
    await start(fineGrained({ watching: "write", administration: "write", contents: "write" }));
    for (const method of ["GET", "PUT", "DELETE"])
      assertRefused(await call(method, `${publicRepository}/subscription`), null);
    assert.match((await call("GET", "/authorizations")).body.message, /username and password/);
  });

  it("is no authorization: the list of the password has classic tokens only", async () => {
    await start(fineGrained({}), { ...classic("gist"), token: "other" });
    const headers = { authorization: `Basic ${btoa("mia:secret-of-mia")}` };
    const { body } = await service.call("GET", "/authorizations", { headers });
    assert.deepEqual(
      body.map(({ scopes }: { scopes: readonly string[] }) => scopes),
      [["gist"]],
    );
  });

  it("survives that the sandbox's state is stored and read", async () => {
    await start(
      fineGrained({ contents: "read" }, { repositories: ["mia/plans"], expiresAt: "2026-12-31T00:00:00Z" }),
    );
    const again = await startService({ state: service.sandbox.state() });
    try {
      const status = async (path: string) => (await again.call("GET", path, asToken)).status;
      assert.deepEqual([await status(privateRepository), await status(otherRepository)], [200, 404]);
    } finally {
      await again.close();
    }
  });
});

describe("a seed", () => {
  const seedOf = (token: SeedToken) => () => startService({ seed: permissionSeed([token]) });

  it("says what is wrong with a token", async () => {
    await assert.rejects(seedOf({ ...classic("gist"), permissions: {} }), /permissions and no scopes/);
    await assert.rejects(seedOf({ ...classic(), repositories: ["mia/hello"] }), /only a fine-grained token/);
    await assert.rejects(seedOf(fineGrained({}, { repositories: ["mia/none"] })), /no repository "mia\/none"/);
    await assert.rejects(seedOf({ ...classic(), ssoOrganizations: ["none"] }), /no organization "none"/);
    await assert.rejects(seedOf(fineGrained({ contents: "all" as "read" })), /seed\.tokens\[0\]\.permissions/);
    await start(fineGrained({}, { repositories: "all" }));
    assert.equal((await call("GET", otherRepository)).status, 200);
  });
});
