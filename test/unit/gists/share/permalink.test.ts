import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { guessEnding } from "../../../../src/gists/share/guessName.ts";
import { permalink } from "../../../../src/gists/share/permalink.ts";
import { remotePlace } from "../../../../src/localGit/remote.ts";

describe("A git remote", () => {
  for (const [remote, host, owner = "o", repo = "r"] of [
    ["https://github.com/o/r.git", "github.com"],
    ["https://github.com/o/r", "github.com"],
    ["https://GitHub.com/o/r/", "github.com"],
    ["https://mia:token123@github.com/o/r.git", "github.com"],
    ["https://x-access-token:t@git.example:8443/o/r.git", "git.example:8443"],
    ["git@github.com:o/r.git", "github.com"],
    ["git@github.com:/o/r.git", "github.com"],
    ["ssh://git@git.example:2222/o/r.git", "git.example"],
    ["git://git.example/o/r.git", "git.example"],
    ["git@github.com:my-org/my.repo.git", "github.com", "my-org", "my.repo"],
  ] as const)
    it(`${remote} is ${owner}/${repo} at ${host}, without any token`, () => {
      assert.deepEqual(remotePlace(remote), { host, owner, repo });
    });

  for (const remote of [
    "",
    "/home/mia/repo",
    "../repo",
    "C:\\repos\\r",
    "file:///srv/r.git",
    "https://github.com/r.git",
    "https://github.com/a/b/c.git",
    "https://github.com/../r.git",
    "https://github.com/o/a%2Fb",
    "git@github.com:o",
    "javascript:alert(1)",
  ])
    it(`${JSON.stringify(remote)} is at no place that is known`, () =>
      assert.equal(remotePlace(remote), undefined));
});

describe("A permalink", () => {
  const place = { host: "git.example", owner: "o", repo: "r" };
  it("names one line or several", () => {
    assert.equal(
      permalink(place, "abc", "src/a.ts", { first: 3, last: 3 }),
      "https://git.example/o/r/blob/abc/src/a.ts#L3",
    );
    assert.equal(
      permalink(place, "abc", "src/a.ts", { first: 3, last: 9 }),
      "https://git.example/o/r/blob/abc/src/a.ts#L3-L9",
    );
  });
  it("encodes what is in the path, and keeps its slashes", () =>
    assert.equal(
      permalink(place, "abc", "a b/ä#?%.md", { first: 1, last: 1 }),
      "https://git.example/o/r/blob/abc/a%20b/%C3%A4%23%3F%25.md#L1",
    ));
});

describe("The name of a text of unknown origin", () => {
  for (const [text, ending] of [
    ["#!/bin/sh\n", ".sh"],
    ["#!/usr/bin/env python3\n", ".py"],
    ["#!/usr/bin/env -S node --test\n", ".js"],
    ["#!/opt/ruby3.2\n", ".rb"],
    ["#!/usr/bin/constructor\n", ".txt"],
    ["diff --git a/x b/x\n", ".diff"],
    ['{"a": 1}', ".json"],
    ["[1, 2", ".txt"],
    ["<!DOCTYPE html><p>", ".html"],
    ['<?xml version="1.0"?>', ".xml"],
    ["# Title\n\nText", ".md"],
    ["Just words", ".txt"],
    ["", ".txt"],
  ] as const)
    it(`ends with ${ending} for ${JSON.stringify(text.slice(0, 30))}`, () =>
      assert.equal(guessEnding(text), ending));
});
