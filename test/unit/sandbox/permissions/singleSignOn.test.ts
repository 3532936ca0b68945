import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { SeedToken } from "../../../../src/sandbox/seed.ts";
import { type Answer, pathOf, type Service, startService } from "../service.ts";
import { asToken, classic, fineGrained, permissionSeed } from "../../../support/permissionSeed.ts";

let service: Service;
const start = async (...tokens: readonly SeedToken[]): Promise<void> => {
  service = await startService({ seed: permissionSeed(tokens, true) });
};
afterEach(() => service.close());

const get = (path: string, token = "t"): Promise<Answer> => service.call("GET", path, { token });
const names = ({ body }: Answer): readonly string[] =>
  body.map(({ full_name, login }: { full_name?: string; login?: string }) => full_name ?? login);

const idOf = async (organization: string): Promise<string> =>
  String((await service.call("GET", `/orgs/${organization}`)).body.id);

describe("an organization with single sign-on", () => {
  it("refuses a member's token that is not authorized for it, and says where to authorize it", async () => {
    await start(classic("repo", "gist"));
    for (const path of [
      "/repos/acme/rocket",
      "/repos/acme/anvil/branches",
      "/repos/acme/rocket/hooks",
      "/orgs/acme/repos",
    ]) {
      const { status, body, headers } = await get(path);
      assert.equal(status, 403, path);
      assert.match(body.message, /^Resource protected by organization SAML enforcement\./);
      const sso = headers.get("x-github-sso") ?? "";
      assert.match(sso, /^required; url=http:\/\/127\.0\.0\.1:\d+\/orgs\/acme\/sso\?authorization_request=\w+$/);
      assert.ok(!sso.includes("authorization_request=t"));
    }
    assert.equal((await service.call("PUT", "/user/starred/acme/anvil", asToken)).status, 403);
    assert.equal((await get("/repos/bolt/nut")).status, 200);
  });

  it("does not hinder people from outside, requests without a token, and sign-in", async () => {
    await start({ token: "o", login: "otto", scopes: ["repo"] }, classic("repo"));
    assert.equal((await service.call("GET", "/repos/acme/anvil")).status, 200);
    assert.equal((await service.call("GET", "/repos/acme/rocket")).status, 404);
    assert.equal((await get("/repos/acme/anvil", "o")).status, 403);
    assert.equal((await get("/user")).status, 200);
    assert.equal((await get("/gists")).headers.get("x-github-sso"), null);
  });

  it("is left out of lists, which say so", async () => {
    await start(classic("repo"));
    const partial = `partial-results; organizations=${await idOf("acme")}`;
    for (const [path, left] of [
      ["/user/repos", ["bolt/nut", "mia/diary", "mia/hello", "mia/plans"]],
      ["/user/starred", ["mia/plans", "mia/hello"]],
      ["/user/orgs", ["bolt"]],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([...names(answer)].toSorted(), [...left].toSorted(), path);
      assert.equal(answer.headers.get("x-github-sso"), partial, path);
    }
    const events = await get("/users/mia/events");
    assert.equal(events.headers.get("x-github-sso"), partial);
    assert.deepEqual(
      events.body.map(({ repo }: { repo: { name: string } }) => repo.name),
      ["mia/plans"],
    );
  });

  it("opens to a token once its page has authorized it, and stays open", async () => {
    await start(classic("repo"), { ...classic("repo"), token: "other" });
    const [, page = ""] =
      /url=(\S+)/.exec((await get("/repos/acme/rocket")).headers.get("x-github-sso") ?? "") ?? [];
    const shown = await service.call("GET", pathOf(page));
    assert.equal(shown.status, 200);
    assert.match(shown.text, /<form method="post">/);
    assert.match(shown.headers.get("content-security-policy") ?? "", /form-action 'self'/);
    assert.equal((await get("/repos/acme/rocket")).status, 403);
    assert.equal((await service.call("POST", pathOf(page))).status, 200);
    const answer = await get("/user/repos");
    assert.ok(names(answer).includes("acme/rocket"));
    assert.equal(answer.headers.get("x-github-sso"), null);
    assert.equal((await get("/repos/acme/rocket", "other")).status, 403);
    const again = await startService({ state: service.sandbox.state() });
    assert.equal((await again.call("GET", "/repos/acme/rocket", asToken)).status, 200);
    await again.close();
  });

  it("authorizes nothing for a request that it did not make", async () => {
    await start(classic("repo"));
    const post = async (path: string) => (await service.call("POST", path)).status;
    assert.equal(await post("/orgs/acme/sso?authorization_request=Axyz"), 404);
    assert.equal(await post("/orgs/acme/sso"), 404);
    const [, page = ""] =
      /url=(\S+)/.exec((await get("/repos/acme/rocket")).headers.get("x-github-sso") ?? "") ?? [];
    assert.equal(await post(pathOf(page).replace("/acme/", "/bolt/")), 404);
    assert.equal((await get("/repos/acme/rocket")).status, 403);
  });

  it("is open from the start to a token whose seed says so, of both kinds", async () => {
    await start(
      { ...classic("repo"), ssoOrganizations: ["acme"] },
      { ...fineGrained({ contents: "read" }), token: "f" },
      { ...fineGrained({ contents: "read" }, { ssoOrganizations: ["acme"] }), token: "g" },
    );
    assert.equal((await get("/repos/acme/rocket/branches")).status, 200);
    assert.equal((await get("/repos/acme/rocket/branches", "f")).status, 403);
    assert.equal((await get("/repos/acme/rocket/branches", "g")).status, 200);
    assert.equal((await get("/user/repos")).headers.get("x-github-sso"), null);
  });
});
