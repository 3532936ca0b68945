import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { apiUrlOf, sandboxUrl } from "../../../src/accounts/serverAddress.ts";
import type { ServerKind } from "../../../src/accounts/profile.ts";
import { HttpError } from "../../../src/client/errors.ts";

const refuses = (kind: ServerKind, address: string, message: RegExp): void => {
  assert.throws(
    () => apiUrlOf(kind, address),
    (error) => {
      assert.ok(HttpError.is(error, "validation"), String(error));
      assert.match(error.message, message);
      return true;
    },
  );
};

describe("the address of the API", () => {
  it("is fixed for GitHub.com and the sandbox, whatever is typed", () => {
    for (const typed of ["", "https://elsewhere.example"]) {
      assert.equal(apiUrlOf("github", typed), "https://api.github.com");
      assert.equal(apiUrlOf("sandbox", typed), sandboxUrl);
    }
    assert.ok(new URL(sandboxUrl).hostname.endsWith(".invalid"));
  });

  for (const [typed, url] of [
    ["forge.example.com", "https://forge.example.com/api/v3"],
    [" Forge.Example.com \n", "https://forge.example.com/api/v3"],
    ["forge.example.com/", "https://forge.example.com/api/v3"],
    ["forge.example.com:8443", "https://forge.example.com:8443/api/v3"],
    ["https://forge.example.com", "https://forge.example.com/api/v3"],
    ["HTTPS://forge.example.com/", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/api/v3", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/api/v3/", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/api/v3/user", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/mia/repo/pull/4", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/gist/mia/0123456789abcdef0123", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/login?return_to=%2Fmia", "https://forge.example.com/api/v3"],
    ["https://forge.example.com/mia/repo#readme", "https://forge.example.com/api/v3"],
    ["forge.example.com?tab=stars", "https://forge.example.com/api/v3"],
    ["bücher.example", "https://xn--bcher-kva.example/api/v3"],
    ["octo.ghe.com", "https://api.octo.ghe.com"],
    ["https://octo.ghe.com/mia/repo", "https://api.octo.ghe.com"],
    ["https://octo.ghe.com/login?return_to=x#y", "https://api.octo.ghe.com"],
    ["https://api.octo.ghe.com", "https://api.octo.ghe.com"],
    ["api.octo.ghe.com/user", "https://api.octo.ghe.com"],
    ["https://ghe.com.example.org", "https://ghe.com.example.org/api/v3"],
    ["https://notghe.com", "https://notghe.com/api/v3"],
    ["localhost:3000", "http://localhost:3000/api/v3"],
    ["http://127.0.0.1:3000/api/v3/", "http://127.0.0.1:3000/api/v3"],
    ["http://127.0.0.1:3000/prefix/api/v3", "http://127.0.0.1:3000/prefix/api/v3"],
  ] as const) {
    it(`is ${url} for the enterprise server ${JSON.stringify(typed)}`, () => {
      assert.equal(apiUrlOf("enterprise", typed), url);
    });
  }

  for (const [typed, url] of [
    ["forge.example.com", "https://forge.example.com"],
    ["forge.example.com/api", "https://forge.example.com/api"],
    ["https://forge.example.com/api//", "https://forge.example.com/api"],
    ["localhost:3000/x", "http://localhost:3000/x"],
    ["127.0.0.1", "http://127.0.0.1"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://octo.ghe.com", "https://octo.ghe.com"],
  ] as const) {
    it(`is ${url} for another server ${JSON.stringify(typed)}`, () => {
      assert.equal(apiUrlOf("other", typed), url);
    });
  }

  for (const kind of ["enterprise", "other"] as const) {
    it(`is refused for ${kind} over plain http to another machine`, () => {
      for (const host of [
        "forge.example.com",
        "192.168.1.2",
        "0.0.0.0",
        "127.0.0.1.example.com",
        "localhost.example.com",
        "[::2]",
        "octo.ghe.com",
      ]) {
        refuses(kind, `http://${host}`, /Plain http would send the token unprotected\. Use https:\/\//);
      }
    });

    it(`is refused for ${kind} when it holds a name or password, which are not shown`, () => {
      for (const typed of [
        "https://mia:hush@forge.example.com",
        "mia@forge.example.com",
        "https://:hush@x.example",
      ]) {
        refuses(kind, typed, /^The server URL must not contain a username or password\.$/);
      }
    });

    it(`is refused for ${kind} when it is no web address`, () => {
      for (const typed of [
        "",
        "   ",
        "https://",
        "a b",
        "http://%",
        "forge.example.com:port",
        "javascript:alert(1)",
      ]) {
        refuses(kind, typed, /URL isn't valid/);
      }
      refuses(kind, "ftp://forge.example.com", /must start with https/);
      refuses(kind, "file:///etc/passwd", /must start with https/);
    });
  }

  it("keeps no query of another server silently", () => {
    refuses("other", "https://forge.example.com/api?token=hush", /^The server URL must not contain \? or #\.$/);
    refuses("other", "https://forge.example.com/#x", /must not contain/);
  });
});
