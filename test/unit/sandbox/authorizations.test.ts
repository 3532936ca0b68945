import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import {
  assertError,
  assertInvalid,
  basic,
  type CallOptions,
  pathOf,
  type Service,
  startService,
} from "./service.ts";

const mia: CallOptions = { headers: basic("mia", "secret-of-mia") };

describe("the sandbox's authorizations", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const create = (body: unknown) => service.call("POST", "/authorizations", { ...mia, body });

  it("makes a token that works and is shown only once", async () => {
    const made = await create({ scopes: ["gist", "public_repo"], note: "test", note_url: "https://example.com/" });
    assert.equal(made.status, 201);
    assert.match(made.body.token, /^sandbox_[0-9a-f]{32}$/);
    assert.deepEqual(made.body.scopes, ["gist", "public_repo"]);
    assert.equal(made.body.note_url, "https://example.com/");
    assert.equal(made.headers.get("location"), made.body.url);

    const user = await service.call("GET", "/user", { token: made.body.token });
    assert.equal(user.body.login, "mia");
    assert.equal(user.headers.get("x-oauth-scopes"), "gist, public_repo");

    const read = await service.call("GET", pathOf(made.body.url), mia);
    assert.equal(read.body.token, "");
    assert.equal(read.body.token_last_eight, made.body.token.slice(-8));
    assert.match(read.body.hashed_token, /^[0-9a-f]{64}$/);
    assert.equal(read.body.note, "test");
  });

  it("lists the user's own tokens in pages", async () => {
    const { body, headers } = await service.call("GET", "/authorizations?per_page=2", mia);
    assert.equal(body.length, 2);
    assert.match(headers.get("link") ?? "", /rel="next"/);
    const made = await create({ note: "one more" });
    const all = await service.call("GET", "/authorizations", mia);
    assert.deepEqual(all.body.map((entry: { id: number }) => entry.id).includes(made.body.id), true);
    assert.equal(all.body.length, 4);
  });

  it("replaces, adds and removes scopes, one way at a time", async () => {
    const { body: made } = await create({ scopes: ["gist", "repo"], note: "before" });
    const path = pathOf(made.url);
    const update = async (body: unknown) => (await service.call("PATCH", path, { ...mia, body })).body;
    assert.deepEqual((await update({ remove_scopes: ["repo"], note: "after" })).scopes, ["gist"]);
    assert.deepEqual((await update({ add_scopes: ["user", "gist"] })).scopes, ["gist", "user"]);
    assert.deepEqual((await update({ scopes: ["admin:repo_hook"] })).scopes, ["admin:repo_hook"]);
    assert.equal((await update({})).note, "after");

    const both = await service.call("PATCH", path, {
      ...mia,
      body: { add_scopes: ["repo"], remove_scopes: ["user"] },
    });
    assertInvalid(both, "OauthAccess", "scopes", "custom");
    const { headers } = await service.call("GET", "/user", { token: made.token });
    assert.equal(headers.get("x-oauth-scopes"), "admin:repo_hook");
  });

  it("ends a token that is deleted", async () => {
    const { body: made } = await create({ scopes: ["gist"] });
    assert.equal((await service.call("DELETE", pathOf(made.url), mia)).status, 204);
    assertError(await service.call("GET", "/user", { token: made.token }), 401, "Bad credentials");
    assertError(await service.call("GET", pathOf(made.url), mia), 404, "Not Found");
    assertError(await service.call("DELETE", pathOf(made.url), mia), 404, "Not Found");
  });

  it("is closed to tokens and to other users", async () => {
    assertError(await service.call("GET", "/authorizations", { token: "sandbox_mia" }), 403, /Basic Auth/);
    const { body: made } = await create({ note: "mine" });
    const headers = { ...basic("otto", "secret:of:otto"), "x-service-otp": "135790" };
    assertError(await service.call("GET", pathOf(made.url), { headers }), 404, "Not Found");
  });

  it("refuses scopes and notes that are none", async () => {
    assertInvalid(await create({ scopes: ["dance"] }), "OauthAccess", "scopes", "invalid");
    assertInvalid(await create({ scopes: "gist" }), "OauthAccess", "scopes", "invalid");
    assertInvalid(await create({ scopes: [1] }), "OauthAccess", "scopes", "invalid");
    assertInvalid(await create({ note: 5 }), "OauthAccess", "note", "invalid");
  });
});
