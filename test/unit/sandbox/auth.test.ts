import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assertError, basic, publicId, type Service, startService } from "./service.ts";

describe("the sandbox's authentication", () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it("knows a token under both schemes", async () => {
    for (const scheme of ["Bearer", "token", "BEARER"]) {
      const { status, body } = await service.call("GET", "/user", {
        headers: { authorization: `${scheme} sandbox_mia` },
      });
      assert.equal(status, 200);
      assert.equal(body.login, "mia");
    }
  });

  it("answers 401 to a token that is unknown, expired or malformed", async () => {
    for (const authorization of [
      "Bearer nothing",
      "Bearer sandbox_mia_old",
      "Digest x",
      "Bearer",
      "Bearer a b",
      "Basic ###",
    ]) {
      assertError(
        await service.call("GET", "/gists/public", { headers: { authorization } }),
        401,
        "Bad credentials",
      );
    }
  });

  it("refuses a token in the address", async () => {
    assertError(await service.call("GET", "/user?access_token=sandbox_mia"), 401, /Authorization header/);
  });

  it("lets everyone read what is public and asks for a user elsewhere", async () => {
    for (const path of [`/gists/${publicId}`, "/gists/public", "/users/mia", "/emojis"]) {
      assert.equal((await service.call("GET", path)).status, 200, path);
    }
    for (const [method, path] of [
      ["GET", "/user"],
      ["GET", "/gists/starred"],
      ["GET", `/gists/${publicId}/star`],
      ["PUT", `/gists/${publicId}/star`],
      ["POST", "/gists"],
      ["PATCH", `/gists/${publicId}`],
      ["DELETE", `/gists/${publicId}`],
      ["POST", `/gists/${publicId}/forks`],
      ["POST", `/gists/${publicId}/comments`],
      ["GET", "/authorizations"],
    ] as const) {
      assertError(await service.call(method, path), 401, "Requires authentication");
    }
  });

  it("names the scopes of a token and those that a gist needs", async () => {
    const { headers } = await service.call("GET", "/gists", { token: "sandbox_mia" });
    assert.equal(headers.get("x-oauth-scopes"), "gist, repo");
    assert.equal(headers.get("x-accepted-oauth-scopes"), "gist");
    const anonymous = await service.call("GET", "/gists/public");
    assert.equal(anonymous.headers.get("x-oauth-scopes"), null);
  });

  it("answers 404 to a write with a token that lacks the scope", async () => {
    const token = "sandbox_mia_reader";
    const files = { "a.txt": { content: "a" } };
    assertError(await service.call("POST", "/gists", { token, body: { files } }), 404, "Not Found");
    assertError(await service.call("DELETE", `/gists/${publicId}`, { token }), 404, "Not Found");
    assertError(await service.call("PUT", `/gists/${publicId}/star`, { token }), 404, "Not Found");
    assert.equal((await service.call("GET", `/gists/${publicId}`, { token })).status, 200);
  });

  it("hides a user's secret gists from a token that lacks the scope", async () => {
    const { body } = await service.call("GET", "/gists", { token: "sandbox_mia_reader" });
    assert.deepEqual(
      body.map((gist: { id: string }) => gist.id),
      [publicId],
    );
  });

  it("takes login and password", async () => {
    assert.equal(
      (await service.call("GET", "/user", { headers: basic("mia", "secret-of-mia") })).body.login,
      "mia",
    );
    assertError(await service.call("GET", "/user", { headers: basic("mia", "wrong") }), 401, "Bad credentials");
    assertError(await service.call("GET", "/user", { headers: basic("nobody", "x") }), 401, "Bad credentials");
  });

  it("asks a user with two-factor authentication for the one-time password", async () => {
    const headers = basic("otto", "secret:of:otto");
    for (const wrong of [{}, { "x-github-otp": "000000" }]) {
      const answer = await service.call("GET", "/user", { headers: { ...headers, ...wrong } });
      assertError(answer, 401, /two-factor/);
      assert.equal(answer.headers.get("x-github-otp"), "required; app");
    }
    for (const name of ["x-github-otp", "x-service-otp"]) {
      const answer = await service.call("GET", "/user", { headers: { ...headers, [name]: "135790" } });
      assert.equal(answer.body.login, "otto");
    }
  });

  it("distinguishes users and does not know strangers", async () => {
    const own = await service.call("GET", "/user", { token: "sandbox_mia" });
    assert.equal(own.body.private_gists, 1);
    assert.equal(own.body.public_gists, 1);
    const profile = await service.call("GET", "/users/MIA");
    assert.equal(profile.body.login, "mia");
    assert.equal(profile.body.name, "Mia Example");
    assert.equal("private_gists" in profile.body, false);
    assertError(await service.call("GET", "/users/nobody"), 404, "Not Found");
  });
});
