import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAtServer } from "../../../src/accounts/serverAddress.ts";
import { parseGistReference } from "../../../src/gists/reference.ts";

const id = "aa5a315d61ae9438b18d";
const long = "0123456789abcdef0123456789abcdef";
const sha = "f".repeat(40);

describe("a reference to a gist", () => {
  for (const [text, gistId] of [
    [id, id],
    [` ${long}\n`, long],
    [id.toUpperCase(), id],
    ["4721", "4721"],
    ["1", "1"],
  ] as const) {
    it(`is understood as the id ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseGistReference(text), { gistId });
    });
  }

  for (const [text, gistId, host] of [
    [`https://gist.github.com/octocat/${id}`, id, "gist.github.com"],
    [`https://gist.github.com/${id}`, id, "gist.github.com"],
    [`http://gist.github.com/${id}`, id, "gist.github.com"],
    [`HTTPS://GIST.GITHUB.COM/octocat/${id.toUpperCase()}/`, id, "gist.github.com"],
    [`  https://gist.github.com/octocat/${id}?permalink_comment_id=1#gistcomment-1  `, id, "gist.github.com"],
    [`https://gist.github.com/octocat/${id}#file-${sha}`, id, "gist.github.com"],
    [`https://gist.github.com/octocat/${id}/${sha}`, id, "gist.github.com"],
    [`https://gist.github.com/octocat/${id}/edit`, id, "gist.github.com"],
    [`https://gist.github.com/2020/${id}`, id, "gist.github.com"],
    ["https://gist.github.com/octocat/4721", "4721", "gist.github.com"],
    ["https://gist.github.com/4721", "4721", "gist.github.com"],
    ["https://gist.github.com/2020/4721", "4721", "gist.github.com"],
    [`https://gist.github.com/octocat/4721/${sha}`, "4721", "gist.github.com"],
    [`https://gist.github.com/octocat/4721/raw/${sha}/2021`, "4721", "gist.github.com"],
    ["https://gist.github.com/raw/4721", "4721", "gist.github.com"],
    ["https://forge.example.com/gist/octocat/4721", "4721", "forge.example.com"],
    ["https://api.github.com/gists/4721/comments/12", "4721", "api.github.com"],
    [`https://gist.github.com/octocat/${id}.js`, id, "gist.github.com"],
    [`ssh://git@gist.github.com/${id}.git`, id, "gist.github.com"],
    [`ssh://git@forge.example.com:122/gist/${long}.git`, long, "forge.example.com"],
    [`https://gist.github.com/octocat/${id}/raw/${sha}/a.py`, id, "gist.github.com"],
    [`https://gist.githubusercontent.com/octocat/${id}/raw/${sha}/1234`, id, "gist.githubusercontent.com"],
    [`https://gist.githubusercontent.com/octocat/${id}/raw`, id, "gist.githubusercontent.com"],
    [`https://gist.github.com/${id}.git`, id, "gist.github.com"],
    [`https://api.github.com/gists/${id}`, id, "api.github.com"],
    [`https://api.github.com/gists/${id}/comments/12`, id, "api.github.com"],
    [`https://forge.example.com/gist/mia/${long}`, long, "forge.example.com"],
    [`https://forge.example.com/gist/${long}.git`, long, "forge.example.com"],
    [`https://forge.example.com/api/v3/gists/${long}`, long, "forge.example.com"],
    [`https://gist.forge.example.com:8443/mia/${long}`, long, "gist.forge.example.com:8443"],
    [`http://127.0.0.1:3000/raw/mia/${long}/${sha}/a.md`, long, "127.0.0.1:3000"],
    [`git@gist.github.com:${id}.git`, id, "gist.github.com"],
    [`git@gist.github.com:4721.git`, "4721", "gist.github.com"],
    [`git@Forge.example.com:gist/${long}.git`, long, "forge.example.com"],
  ] as const) {
    it(`is understood in ${text.trim()}`, () => {
      assert.deepEqual(parseGistReference(text), { gistId, host });
    });
  }

  for (const text of [
    "",
    " ",
    "nonsense",
    "abc",
    "12345678901234",
    `${id}x`,
    `${sha}0`,
    `${id} ${id}`,
    `${id}/a.md`,
    "https://",
    "https://gist.github.com",
    "https://gist.github.com/",
    "https://gist.github.com/octocat",
    "https://gist.github.com/discover",
    `https://example.com/?id=${id}`,
    `https://example.com/#${id}`,
    `ftp://gist.github.com/octocat/${id}`,
    `file:///tmp/${id}`,
    `javascript:${id}`,
    `vscode://gist.github.com/${id}`,
    `git@gist.github.com:${id}`,
    "git@github.com:octocat/hello.git",
    "https://github.com/octocat/hello/pull/4721",
    "https://github.com/octocat/2048",
    `https://github.com/octocat/hello/commit/${sha}`,
    `user@gist.github.com:${id}.git`,
    "\0",
    `https://gist.github.com/%00/../`,
  ]) {
    it(`is not seen in ${JSON.stringify(text)}`, () => {
      assert.equal(parseGistReference(text), undefined);
    });
  }

  it("is looked for in a long text without going astray", () => {
    const start = performance.now();
    assert.equal(parseGistReference(`git@${"a.".repeat(50_000)}`), undefined);
    assert.equal(parseGistReference(`https://example.com/${"x/".repeat(50_000)}`), undefined);
    assert.ok(performance.now() - start < 1000);
  });
});

describe("a reference's host", () => {
  for (const [baseUrl, ...hosts] of [
    ["https://api.github.com", "api.github.com", "github.com", "gist.github.com", "gist.githubusercontent.com"],
    ["https://forge.example.com/api/v3", "forge.example.com", "gist.forge.example.com"],
    ["https://api.octo.ghe.com", "api.octo.ghe.com", "octo.ghe.com", "gist.octo.ghe.com"],
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
  ] as const) {
    it(`belongs to ${baseUrl} when it is ${hosts.join(" or ")}`, () => {
      for (const host of hosts) assert.equal(isAtServer(host, baseUrl), true, host);
    });
  }

  for (const [baseUrl, ...hosts] of [
    ["https://api.github.com", "gist.github.com.evil.example", "evil-github.com", "forge.example.com", ""],
    ["https://forge.example.com/api/v3", "gist.github.com", "gist.githubusercontent.com", "example.com"],
    ["http://127.0.0.1:3000", "127.0.0.1", "127.0.0.1:3001"],
  ] as const) {
    it(`does not belong to ${baseUrl} when it is another`, () => {
      for (const host of hosts) assert.equal(isAtServer(host, baseUrl), false, host);
    });
  }
});
