import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Gist } from "../../../../src/client/types/gist.ts";
import { snippetsOf } from "../../../../src/gists/snippets/snippet.ts";
import { isSnippetGist } from "../../../../src/gists/snippets/snippetGist.ts";

const gist = (files: Readonly<Record<string, string>>, description = "Loops #snippet"): Gist =>
  ({
    id: "1",
    description,
    owner: { login: "mia" },
    files: Object.fromEntries(
      Object.entries(files).map(([filename, content]) => [filename, { filename, content }]),
    ),
  }) as unknown as Gist;

describe("A snippet gist", () => {
  for (const [description, expected] of [
    ["Loops #snippet", true],
    ["#Snippet", true],
    ["#snippets", false],
    ["snippet", false],
    ["https://x.example/#snippet", false],
    ["", false],
  ] as const)
    it(`${expected ? "is" : "is not"} one described as ${JSON.stringify(description)}`, () =>
      assert.equal(isSnippetGist(gist({ "a.js": "1" }, description)), expected));

  it("offers each file by its name, with dollar signs as they are", () =>
    assert.deepEqual(
      snippetsOf(gist({ "for-each.sh": 'echo "$1"\n', ".profile": "x" })).map(
        ({ prefix, body, hasTabStops, description, owner, fileName }) => [
          prefix,
          body,
          hasTabStops,
          description,
          owner,
          fileName,
        ],
      ),
      [
        ["for-each", 'echo "$1"\n', false, "Loops #snippet", "mia", "for-each.sh"],
        [".profile", "x", false, "Loops #snippet", "mia", ".profile"],
      ],
    ));

  it("offers what a .code-snippets file defines, with tab stops and its languages", () => {
    const text = JSON.stringify({
      Loop: { prefix: ["for", "loop"], body: ["for (;;) {", "  $0", "}"], scope: "javascript, typescript" },
      Log: { prefix: "log", body: "log($1)", description: "Says it" },
    });
    assert.deepEqual(
      snippetsOf(gist({ "mine.code-snippets": text })).map(({ prefix, body, hasTabStops, description, scope }) => [
        prefix,
        body,
        hasTabStops,
        description,
        scope,
      ]),
      [
        ["for", "for (;;) {\n  $0\n}", true, "Loop", ["javascript", "typescript"]],
        ["loop", "for (;;) {\n  $0\n}", true, "Loop", ["javascript", "typescript"]],
        ["log", "log($1)", true, "Says it", []],
      ],
    );
  });

  for (const text of [
    "",
    "not json",
    "[]",
    "null",
    '"x"',
    '{"a":1}',
    '{"a":{"prefix":"x"}}',
    '{"a":{"prefix":7,"body":"x"}}',
    '{"a":{"prefix":"x","body":[1]}}',
  ])
    it(`offers nothing of a .code-snippets file with ${JSON.stringify(text)}`, () =>
      assert.deepEqual(snippetsOf(gist({ "bad.code-snippets": text })), []));
});
