import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toCloneUrl } from "../../../../src/gists/history/cloneUrl.ts";

const own = "https://api.forge.example";

describe("the address that git clones from", () => {
  it("is what the server names, at the account's own server or at another one", () => {
    assert.deepEqual(toCloneUrl("https://gist.forge.example/1.git", own), {
      url: "https://gist.forge.example/1.git",
      host: "gist.forge.example",
      isForeign: false,
    });
    assert.equal(toCloneUrl("https://elsewhere.example/1.git", own)?.isForeign, true);
    assert.equal(toCloneUrl("https://forge.example.evil.example/1.git", own)?.isForeign, true);
  });

  it("has neither a user nor a token, nor anything behind its path", () => {
    const { url } = toCloneUrl("https://mia:tok_123@forge.example/1.git?token=tok_123#tok_123", own) ?? {};
    assert.equal(url, "https://forge.example/1.git");
  });

  it("is https; http only at the account's own server that is used so", () => {
    assert.equal(toCloneUrl("http://forge.example/1.git", own), undefined);
    const local = "http://127.0.0.1:3000";
    assert.equal(toCloneUrl("http://127.0.0.1:3000/1.git", local)?.isForeign, false);
    assert.equal(toCloneUrl("http://127.0.0.1:3001/1.git", local), undefined);
  });

  it("is nothing that git or a shell would take for something else", () => {
    for (const named of [
      undefined,
      7,
      "",
      "--upload-pack=touch",
      "ext::sh -c touch",
      "file:///etc/passwd",
      "ssh://git@forge.example/1.git",
      "git@forge.example:1.git",
      " https://forge.example/1.git",
      "https://forge.example/1.git --config x",
      "https://forge.example/\n1.git",
      "https://",
      `https://forge.example/${"a".repeat(3000)}`,
    ])
      assert.equal(toCloneUrl(named, own), undefined, String(named));
  });
});
