import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, type Service } from "../service.ts";
import { base64, mia, miaReader, nora, otto, startForge } from "./forge.ts";

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const at = "/repos/mia/hello";
const logins = async (path: string, options = mia): Promise<string[]> => {
  const { body, text } = await service.call("GET", path, options);
  assert.ok(Array.isArray(body), text);
  return body.map(({ login }: { login: string }) => login);
};
const names = async (path: string, options = mia): Promise<string[]> =>
  (await service.call("GET", path, options)).body.map(({ full_name }: { full_name: string }) => full_name);

describe("stars", () => {
  it("are set, counted, listed and taken back", async () => {
    const path = "/user/starred/mia/hello";
    assertError(await service.call("GET", path, mia), 404, "Not Found");
    assert.equal((await service.call("PUT", path, mia)).status, 204);
    assert.equal((await service.call("PUT", path, mia)).status, 204);
    assert.equal((await service.call("GET", path, mia)).status, 204);
    assert.equal((await service.call("GET", at, mia)).body.stargazers_count, 2);
    assert.deepEqual(await logins(`${at}/stargazers`), ["otto", "mia"]);
    assert.deepEqual(await names("/users/otto/starred"), ["mia/hello"]);
    const dated = await service.call("GET", "/user/starred", {
      ...mia,
      headers: { accept: "application/vnd.github.star+json" },
    });
    assert.deepEqual(
      [dated.body[0].starred_at, dated.body[0].repo.full_name],
      ["2026-01-01T00:00:00Z", "mia/hello"],
    );
    assert.equal((await service.call("DELETE", path, mia)).status, 204);
    assertError(await service.call("GET", path, mia), 404, "Not Found");
    assertError(await service.call("PUT", path, miaReader), 404, "Not Found");
    assertError(await service.call("PUT", "/user/starred/mia/none", mia), 404, "Not Found");
    assertError(await service.call("PUT", path), 401, "Requires authentication");
  });

  it("on private repositories are seen by those who may see them", async () => {
    await service.call("PUT", "/user/starred/mia/secret", mia);
    await service.call("PUT", "/user/starred/mia/empty", mia);
    assert.deepEqual((await names("/users/mia/starred")).toSorted(), ["mia/empty", "mia/secret"]);
    assert.deepEqual(await names("/users/mia/starred", otto), ["mia/empty"]);
  });
});

describe("watching", () => {
  it("works on the interface document's routes", async () => {
    const path = "/user/watched/mia/hello";
    assertError(await service.call("GET", path, otto), 404, "Not Found");
    assert.equal((await service.call("PUT", path, otto)).status, 204);
    assert.equal((await service.call("GET", path, otto)).status, 204);
    assert.deepEqual(await logins(`${at}/watchers`), ["mia", "nora", "otto"]);
    assert.ok((await names("/user/watched", otto)).includes("mia/hello"));
    assert.ok((await names("/users/otto/watched")).includes("mia/hello"));
    assert.equal((await service.call("GET", at, mia)).body.subscribers_count, 3);
    assert.equal((await service.call("DELETE", path, otto)).status, 204);
    assertError(await service.call("GET", path, otto), 404, "Not Found");
  });

  it("works on today's routes, with the same state", async () => {
    const path = `${at}/subscription`;
    assertError(await service.call("GET", path, otto), 404, "Not Found");
    const made = await service.call("PUT", path, { ...otto, body: { subscribed: true } });
    assert.deepEqual([made.status, made.body.subscribed, made.body.ignored], [200, true, false]);
    assert.equal((await service.call("GET", "/user/watched/mia/hello", otto)).status, 204);
    assert.deepEqual(await logins(`${at}/subscribers`), ["mia", "nora", "otto"]);
    assert.ok((await names("/user/subscriptions", otto)).includes("mia/hello"));
    assert.equal((await service.call("DELETE", path, otto)).status, 204);
    assertError(await service.call("GET", path, otto), 404, "Not Found");
  });
});

describe("collaborators", () => {
  it("are added at once, may write, and are removed", async () => {
    const path = `${at}/collaborators/otto`;
    const file = { message: "x", content: base64("x") };
    assertError(await service.call("GET", path, mia), 404, "otto is not a user");
    const invited = await service.call("PUT", path, mia);
    assert.deepEqual(
      [invited.status, invited.body.invitee.login, invited.body.permissions],
      [201, "otto", "write"],
    );
    assert.equal((await service.call("PUT", `${at}/contents/x`, { ...otto, body: file })).status, 201);
    assert.equal((await service.call("PUT", path, { ...mia, body: { permission: "pull" } })).status, 204);
    assertError(await service.call("PUT", `${at}/contents/y`, { ...otto, body: file }), 404, "Not Found");
    assert.deepEqual(await logins(`${at}/collaborators`), ["mia", "nora", "otto"]);
    assert.equal((await service.call("DELETE", path, mia)).status, 204);
    assert.equal((await service.call("DELETE", path, mia)).status, 204);
    assertError(await service.call("GET", path, mia), 404, /not a user/);
  });

  it("are seen by who may push and changed by admins", async () => {
    assertError(await service.call("GET", `${at}/collaborators`, otto), 403, /push access/);
    assert.deepEqual(await logins(`${at}/collaborators`, nora), ["mia", "nora"]);
    assertError(await service.call("PUT", `${at}/collaborators/otto`, nora), 403, /admin rights/);
    assertError(await service.call("PUT", `${at}/collaborators/nobody`, mia), 404, "Not Found");
    assertInvalid(await service.call("PUT", `${at}/collaborators/mia`, mia), "Repository", "login", "custom");
    const wrong = { ...mia, body: { permission: "god" } };
    assertInvalid(
      await service.call("PUT", `${at}/collaborators/otto`, wrong),
      "Repository",
      "permission",
      "invalid",
    );
  });

  it("of an organization's repository are its members and teams", async () => {
    const rocket = "/repos/acme/rocket";
    assert.equal((await service.call("GET", rocket, mia)).body.permissions.push, true);
    assert.equal((await service.call("GET", "/repos/acme/anvil", mia)).body.permissions.push, false);
    assert.deepEqual(await logins(`${rocket}/collaborators`, otto), ["mia", "otto"]);
    assert.equal((await service.call("GET", `${rocket}/teams`, otto)).body[0].permission, "push");
    assertError(await service.call("GET", rocket, nora), 404, "Not Found");
    assertError(await service.call("GET", "/orgs/acme/teams", nora), 403, /member/);
    assert.deepEqual((await service.call("GET", `${at}/teams`, mia)).body, []);
  });
});

describe("contributors and languages", () => {
  it("count commits, of strangers when asked", async () => {
    const contributions = async (query: string) =>
      (await service.call("GET", `${at}/contributors${query}`, mia)).body.map(
        ({ login, name, contributions: count, type }: Record<string, unknown>) => [login ?? name, count, type],
      );
    assert.deepEqual(await contributions(""), [
      ["nora", 1, "User"],
      ["mia", 1, "User"],
    ]);
    assert.deepEqual((await contributions("?anon=1"))[0], ["Ann Onym", 1, "Anonymous"]);
    assert.equal((await service.call("GET", "/repos/mia/empty/contributors", mia)).status, 204);
  });

  it("measure code only, the most first", async () => {
    const { body } = await service.call("GET", `${at}/languages`, mia);
    assert.deepEqual(Object.entries(body), [
      ["TypeScript", 40],
      ["Shell", 19],
      ["Python", 15],
    ]);
    assert.equal((await service.call("GET", at, mia)).body.language, "TypeScript");
    assert.deepEqual((await service.call("GET", "/repos/mia/empty/languages", mia)).body, {});
  });
});
