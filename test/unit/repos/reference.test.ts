import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dateOf } from "../../../src/repos/dates.ts";
import { parseRepoReference } from "../../../src/repos/reference.ts";

describe("A repository as people name it", () => {
  for (const [text, expected] of [
    ["octocat/hello-world", { owner: "octocat", repo: "hello-world" }],
    ["  octocat/hello.world \n", { owner: "octocat", repo: "hello.world" }],
    ["octocat/hello.git", { owner: "octocat", repo: "hello" }],
    ["1296269", { id: 1296269 }],
    ["https://github.com/octocat/hello-world", { owner: "octocat", repo: "hello-world", host: "github.com" }],
    ["https://github.com/octocat/hello-world.git", { owner: "octocat", repo: "hello-world", host: "github.com" }],
    ["https://GitHub.com/o/r/tree/main/src?x=1#L3", { owner: "o", repo: "r", host: "github.com" }],
    ["https://api.github.com/repos/o/r/contents/x", { owner: "o", repo: "r", host: "api.github.com" }],
    ["https://git.example:8443/api/v3/repos/o/r", { owner: "o", repo: "r", host: "git.example:8443" }],
    ["https://mia:token@github.com/o/r", { owner: "o", repo: "r", host: "github.com" }],
    ["git@github.com:o/r.git", { owner: "o", repo: "r", host: "github.com" }],
    ["git://github.com/o/r.git", { owner: "o", repo: "r", host: "github.com" }],
    ["ssh://git@git.example:2222/o/r.git", { owner: "o", repo: "r", host: "git.example" }],
  ] as const)
    it(`is understood from ${text.trim()}`, () => assert.deepEqual(parseRepoReference(text), expected));

  for (const text of [
    "",
    "octocat",
    "0",
    "-5",
    "1e9",
    "99999999999999999999",
    "a/b/c",
    "../etc",
    "a/..",
    "./a",
    "a b/c",
    "a/b%2Fc",
    "ö/ä",
    "https://github.com/",
    "https://github.com/o",
    "https://github.com/o/%2e%2e",
    "javascript:alert(1)//a/b",
    "file:///o/r",
    `o/${"x".repeat(101)}`,
  ])
    it(`is not seen in ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.equal(parseRepoReference(text), undefined));
});

describe("A day or time that the user types", () => {
  for (const [text, expected] of [
    ["2026-01-31", "2026-01-31T00:00:00Z"],
    ["2026-01-31T10:20", "2026-01-31T10:20:00Z"],
    ["2026-01-31T10:20:30Z", "2026-01-31T10:20:30Z"],
    ["2026-02-30T99:99", undefined],
    ["2026-13-01", undefined],
    ["yesterday", undefined],
    ["", undefined],
    ["2026-1-1", undefined],
  ] as const)
    it(`${JSON.stringify(text)} is ${expected ?? "none"}`, () => assert.equal(dateOf(text), expected));
});
