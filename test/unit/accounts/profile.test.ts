import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hostOf, nameOf, type Profile, profileId, type ServerKind } from "../../../src/accounts/profile.ts";

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

describe("a profile's id", () => {
  for (const [kind, baseUrl, login, id] of [
    ["github", "https://api.github.com", "mia", "mia-at-api-github-com"],
    ["github", "https://api.github.com", "Mia-X", "mia-x-at-api-github-com"],
    ["enterprise", "https://forge.example.com/api/v3", "mia", "mia-at-forge-example-com"],
    ["other", "https://forge.example.com/svc/api", "mia", "mia-at-forge-example-com-svc-api"],
    ["other", "http://127.0.0.1:3000", "mia", "mia-at-127-0-0-1-3000"],
    ["sandbox", "https://sandbox.invalid", "mia", "mia-at-sandbox"],
  ] as const) {
    it(`is ${id} for ${login} at ${baseUrl}`, () => {
      assert.equal(profileId(profile(kind, baseUrl, login)), id);
    });
  }

  it("can be the authority of a URI, whatever the login is", () => {
    for (const login of ["", "ü", "a b", "a/b?c#d@e:f", "A".repeat(200), "%", "<script>", "\0"]) {
      const id = profileId(profile("other", "https://forge.example.com:8443/Äpi", login));
      assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.equal(new URL(`forgeside-gist://${id}/x`).host, id);
    }
  });

  it("differs between servers, ports, paths and users", () => {
    const ids = [
      profileId(profile("other", "https://a.example")),
      profileId(profile("other", "https://b.example")),
      profileId(profile("other", "https://a.example:8443")),
      profileId(profile("other", "https://a.example/x")),
      profileId(profile("other", "https://a.example", "otto")),
      profileId(profile("sandbox", "https://a.example")),
      ...["日本", "中国", "mia_corp", "mia-corp", "mia.corp", ""].map((login) =>
        profileId(profile("other", "https://a.example", login)),
      ),
    ];
    assert.equal(new Set(ids).size, ids.length);
  });
});
