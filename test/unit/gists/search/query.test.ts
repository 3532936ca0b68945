import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isEmpty, parseQuery, type Query } from "../../../../src/gists/search/query.ts";
import { wordsOf } from "../../../../src/gists/search/wordsOf.ts";
import { longWord, tagsOf } from "../../../../src/gists/words.ts";

const nothing: Query = { words: [], phrases: [], tags: [], languages: [], users: [], is: [], unusable: [] };

describe("the query language", () => {
  for (const [text, expected] of [
    ["fetch Data", { words: ["fetch", "data"] }],
    ["  foo.bar_baz ", { words: ["foo", "bar", "baz"] }],
    ["same Same", { words: ["same"] }],
    ["#docker up", { tags: ["docker"], words: ["up"] }],
    ["#Two-Words #", { tags: ["two-words"], unusable: ["#"] }],
    ["#!/bin/bash", { words: ["bin", "bash"] }],
    ["lang:TS lang:.py", { languages: ["ts", "py"] }],
    ['lang:"Jupyter Notebook"', { languages: ["jupyter notebook"] }],
    ["user:Otto user:@mia", { users: ["otto", "mia"] }],
    ["is:secret IS:Starred is:public is:own", { is: ["secret", "starred", "public", "own"] }],
    ["is:purple", { unusable: ["is:purple"] }],
    ["lang: user: x is:", { words: ["x"], unusable: ["lang:", "user:", "is:"] }],
    ["user:@", { unusable: ["user:@"] }],
    ['"to be" or', { words: ["or"], phrases: ["to be"] }],
    ['"never closed', { phrases: ["never closed"] }],
    ['""', {}],
    ['"==="', { unusable: ['"==="'] }],
    ["*** ((( [", { unusable: ["***", "(((", "["] }],
    ["https://example.com", { words: ["https", "example", "com"] }],
    ["Übung 日本 x²", { words: ["übung", "日本", "x²"] }],
    ["東京都 2026年 本 ﾃｽﾄ", { words: ["本"], phrases: ["東京都", "2026年", "ﾃｽﾄ"] }],
    ["ที่ ภาษาไทย", { phrases: ["ที่", "ภาษาไทย"] }],
    ["0A".repeat(32), { phrases: ["0A".repeat(32)] }],
    ["", {}],
    [" \n\t", {}],
  ] as const satisfies readonly (readonly [string, Partial<Query>])[]) {
    it(`understands ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseQuery(text), { ...nothing, ...expected });
    });
  }

  it("cuts off what is too long to be typed", () => {
    const { words } = parseQuery(Array.from({ length: 500 }, (_, index) => `w${index}`).join(" "));
    assert.equal(words.length, 50);
    assert.deepEqual(parseQuery("x".repeat(100_000)).words, []);
  });

  it("shows which words are too many", () => {
    const { words, unusable } = parseQuery(Array.from({ length: 52 }, (_, index) => `w${index % 51}`).join(" "));
    assert.equal(words.length, 50);
    assert.deepEqual(unusable, ["w50"]);
  });

  it("knows when there is no condition", () => {
    assert.equal(isEmpty(parseQuery(" is:nonsense ")), true);
    assert.equal(isEmpty(parseQuery("is:secret")), false);
    assert.equal(isEmpty(parseQuery("a")), false);
    assert.equal(isEmpty(parseQuery('"a"')), false);
  });
});

describe("the words of a text", () => {
  it("are whole names and their parts, lower-case, once each", () => {
    assert.deepEqual(wordsOf("readFile(readFile, XMLHttpRequest) a_b"), [
      "readfile",
      "read",
      "file",
      "xmlhttprequest",
      "xml",
      "http",
      "request",
      "a",
      "b",
    ]);
  });

  it("are each two characters side by side, and the last one, of scripts without spaces", () => {
    assert.deepEqual(wordsOf("東京都 readFile本 データー ที่"), [
      "東京",
      "京都",
      "都",
      "readfile",
      "read",
      "file",
      "本",
      "デー",
      "ータ",
      "ター",
      "ー",
      "ที",
      "ี่",
      "่",
    ]);
    assert.equal(wordsOf("漢".repeat(100)).length, 2);
    assert.deepEqual(wordsOf(`${"x".repeat(41)}漢`), [longWord, "漢"]);
  });

  it("have one word for all that is data", () => {
    assert.deepEqual(wordsOf(`key ${"0a".repeat(30)} ${"0b".repeat(30)}`), ["key", longWord]);
  });

  it("have tags where a description has them", () => {
    assert.deepEqual(tagsOf("Notes #Docker, #k8s-prod (#x) c# a#b ## #"), ["docker", "k8s-prod", "x"]);
  });
});
