import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bestLine, excerpt, matchingLines } from "../../../../src/gists/search/lines.ts";
import { byGist, renderHits } from "../../../../src/gists/search/render.ts";
import type { Hit } from "../../../../src/gists/search/types.ts";

describe("the lines of a hit", () => {
  it("are counted as VS Code counts them, with the places of the words", () => {
    const lines = matchingLines("one\r\ntwo\rthree Two\nfour", ["two"], 9);
    assert.deepEqual(lines, [
      { line: 1, text: "two", ranges: [[0, 3]] },
      { line: 2, text: "three Two", ranges: [[6, 9]] },
    ]);
  });

  it("are as many as are wanted", () => {
    assert.equal(matchingLines("a\n".repeat(50), ["a"], 7).length, 7);
    assert.deepEqual(matchingLines("text", [], 7), []);
    assert.deepEqual(matchingLines("", ["a"], 7), []);
  });

  it("take every character of a word for itself", () => {
    assert.deepEqual(matchingLines("a.b axb (a+b)*", ["a.b", "(a+b)*"], 9)[0]?.ranges, [
      [0, 3],
      [8, 14],
    ]);
  });

  it("have letters in any case, also the dotted I of Turkish, whose lower case is two characters", () => {
    assert.equal(bestLine("x\nIN İSTANBUL", ["i\u0307stanbul"])?.line, 1);
    assert.equal(bestLine("x\nin i\u0307stanbul", ["i\u0307stanbul"])?.line, 1);
  });

  it("begin with the one that has most of the words", () => {
    assert.equal(bestLine("red\nblue red\nred green blue\n", ["red", "blue", "green"])?.line, 2);
    assert.equal(bestLine("none", ["red"]), undefined);
  });

  it("are cut around what was found", () => {
    const line = { line: 0, text: `${"x".repeat(1000)}here${"y".repeat(1000)}`, ranges: [[1000, 1004]] } as const;
    const { text, at } = excerpt(line, 100);
    assert.equal(text.length, 100);
    assert.equal(text.slice(1000 - at, 1004 - at), "here");
  });
});

const hitOf = (gistId: string, name: string, text: string, words: readonly string[]): Hit => {
  const file = { name, language: "", text };
  return {
    accountId: "mia-at-x",
    gist: {
      id: gistId,
      description: `Gist ${gistId}`,
      isPublic: true,
      owner: "mia",
      updated: "2026-01-01T00:00:00Z",
      url: "",
      isOwn: true,
      isStarred: false,
      files: [file],
      commentCount: 0,
      comments: [],
    },
    file,
    score: 1,
    words,
  };
};
const texts = {
  head: ["Search: x"],
  gist: ({ gist }: Hit) => gist.description,
  comment: () => "Comment",
  moreLines: (count: number) => `first ${count}`,
};

describe("the document of all hits", () => {
  it("has each gist once, with its files, lines and what is around them", async () => {
    const hits = byGist([
      hitOf("1", "a.txt", "one\ntwo\nthree\nfour\nfive\nsix two\n", ["two"]),
      hitOf("2", "b.txt", "nothing here", []),
      hitOf("1", "c.txt", "two", ["two"]),
    ]);
    const { text, targets, marks } = await renderHits(hits, texts, () => Promise.resolve());
    const lines = text.split("\n");
    assert.deepEqual(lines, [
      "Search: x",
      "",
      "Gist 1",
      " a.txt:",
      "      1  one",
      "      2: two",
      "      3  three",
      "",
      "      5  five",
      "      6: six two",
      " c.txt:",
      "      1: two",
      "",
      "Gist 2",
      " b.txt:",
      "",
    ]);
    assert.deepEqual(
      marks.map(([line, start, end]) => lines[line]?.slice(start, end)),
      ["two", "two", "two"],
    );
    const target = targets.get(9);
    assert.deepEqual([target?.hit.file?.name, target?.line, target?.column], ["a.txt", 5, 4]);
    assert.equal(lines[9]?.slice(target?.start, target?.end), "6");
    assert.equal(targets.get(3)?.hit.file?.name, "a.txt");
    assert.equal(targets.has(2), false);
  });

  it("stays in step with its lines whatever the service's texts have in them", async () => {
    const hit = hitOf("1", "a\nb.txt", "x\u2028two\u0085\u0007two\fend", ["two"]);
    const nasty = { ...hit, gist: { ...hit.gist, description: "a\rb" } };
    const { text, marks } = await renderHits([nasty], texts, () => Promise.resolve());
    assert.equal(text.split(/\r\n|\r|\n|\u2028|\u0085|\f/).length, text.split("\n").length);
    for (const [line, start, end] of marks) assert.equal(text.split("\n")[line]?.slice(start, end), "two");
    assert.equal(marks.length, 2);
  });

  it("reports when a file has more lines than are shown", async () => {
    const { text } = await renderHits([hitOf("1", "a", "two\n".repeat(500), ["two"])], texts, () =>
      Promise.resolve(),
    );
    assert.match(text, /first 100\n$/);
    assert.equal(text.match(/: two/g)?.length, 100);
  });
});
