import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { GitIgnore } from "../../../../src/gists/share/gitIgnore.ts";

describe("What git ignores of a folder", () => {
  const ignored = new GitIgnore();
  ignored.add("", "*.log\n/build\nsecret/\n!keep.log\n");
  ignored.add("app/", "!debug.log\n/local.txt\n");

  for (const [path, expected] of [
    ["a.log", true],
    ["keep.log", false],
    ["app/a.log", true],
    // The file in the folder says otherwise.
    ["app/debug.log", false],
    ["debug.log", true],
    ["build/", true],
    ["app/build/", false],
    ["app/local.txt", true],
    ["local.txt", false],
    ["app/secret/", true],
    ["app/", false],
    ["app/ünï.log", true],
  ] as const)
    it(`${path}: ${String(expected)}`, () => assert.equal(ignored.ignores(path), expected));
});
