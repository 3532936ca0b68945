import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  digestedId,
  hostOf,
  nameOf,
  plainId,
  type Profile,
  type ServerKind,
} from "../../../src/accounts/profile.ts";

const profile = (kind: ServerKind, baseUrl: string, login = "mia"): Profile => ({
  id: "",
  kind,
  baseUrl,
  dialect: "github",
  login,
  credential: "token",
});

describe("a profile's host", () => {
  for (const [kind, baseUrl, host] of [
    ["github", "https://api.github.com", "github.com"],
    ["enterprise", "https://forge.example.com/api/v3", "forge.example.com"],
    ["enterprise", "https://forge.example.com:8443/api/v3", "forge.example.com:8443"],
    ["enterprise", "https://api.octo.ghe.com", "octo.ghe.com"],
    ["enterprise", "https://api.forge.example.com/api/v3", "api.forge.example.com"],
    ["other", "https://api.forge.example.com", "api.forge.example.com"],
    ["other", "http://127.0.0.1:3000/x", "127.0.0.1:3000"],
    ["sandbox", "https://sandbox.invalid", "sandbox"],
  ] as const) {
    it(`is ${host} for ${kind} at ${baseUrl}`, () => {
      assert.equal(hostOf(profile(kind, baseUrl)), host);
      assert.equal(nameOf(profile(kind, baseUrl)), `mia (${host})`);
    });
  }
});

const idOf = async (...args: Parameters<typeof profile>): Promise<string> =>
  plainId(profile(...args)) ?? digestedId(profile(...args));

describe("a profile's id", () => {
  for (const [kind, baseUrl, login, id] of [
    ["github", "https://api.github.com", "mia", /^mia-at-api-github-com$/],
    ["github", "https://api.github.com", "Mia-X", /^mia-x-at-api-github-com$/],
    ["enterprise", "https://forge.example.com/api/v3", "mia", /^mia-at-forge-example-com-[0-9a-f]{20}$/],
    ["other", "https://forge.example.com/svc/api", "mia", /^mia-at-forge-example-com-svc-api-[0-9a-f]{20}$/],
    ["other", "http://127.0.0.1:3000", "mia", /^mia-at-127-0-0-1-3000-[0-9a-f]{20}$/],
    ["sandbox", "https://sandbox.invalid", "mia", /^mia-at-sandbox$/],
  ] as const) {
    it(`matches ${id.source} for ${login} at ${baseUrl}`, async () => {
      assert.match(await idOf(kind, baseUrl, login), id);
    });
  }

  it("is the same at every sign-in, however the login is written", async () => {
    assert.equal(await idOf("other", "https://a.example", "Mia"), await idOf("other", "https://a.example", "mia"));
  });

  it("can be the authority of a URI, whatever the login is", async () => {
    for (const login of ["", "ü", "a b", "a/b?c#d@e:f", "A".repeat(200), "%", "<script>", "\0"]) {
      const id = await idOf("other", "https://forge.example.com:8443/Äpi", login);
      assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.equal(new URL(`forgeside-gist://${id}/x`).host, id);
    }
  });

  it("differs between servers, ports, paths and users", async () => {
    const ids = await Promise.all([
      idOf("github", "https://api.github.com"),
      idOf("other", "https://api-github.com"),
      idOf("other", "https://git.corp-a.com"),
      idOf("other", "https://git-corp.a.com"),
      idOf("other", "https://forge.example/api"),
      idOf("other", "https://forge-example.api"),
      idOf("other", "https://a.example"),
      idOf("other", "https://b.example"),
      idOf("other", "https://a.example:8443"),
      idOf("other", "http://sandbox"),
      idOf("other", "https://a.example/x"),
      idOf("other", "https://a.example/X"),
      idOf("other", "https://a.example", "otto"),
      idOf("sandbox", "https://a.example"),
      ...["日本", "中国", "mia_corp", "mia-corp", "mia.corp", ""].map((login) =>
        idOf("other", "https://a.example", login),
      ),
    ]);
    assert.equal(new Set(ids).size, ids.length);
  });
});
