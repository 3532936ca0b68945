import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bestLine } from "../../../../src/gists/search/lines.ts";
import { parseQuery } from "../../../../src/gists/search/query.ts";
import { TextIndex } from "../../../../src/gists/search/textIndex.ts";

const wordsInFile = 1000;

/** Logs with a different time in each line. */
const indexOf = (files: number): TextIndex => {
  const index = new TextIndex();
  for (let file = 0; file < files; file++) {
    const time = (line: number): string => `2026${String(file * wordsInFile + line).padStart(9, "0")}`;
    const text = Array.from({ length: wordsInFile }, (_, line) => `${time(line)} started`).join("\n");
    index.put({
      id: String(file),
      description: "",
      isPublic: true,
      owner: "mia",
      updated: "",
      url: "",
      isOwn: true,
      isStarred: false,
      files: [{ name: "a.log", language: "", text }],
      commentCount: 0,
      comments: [],
    });
  }
  index.search(parseQuery("started"));
  return index;
};

const cpuTime = (run: () => void): number => {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user / 1000;
};

/** Milliseconds below which a time shows nothing; a quadratic one is seconds. */
const floor = 100;

describe("the search for the beginning of many different words", () => {
  it("takes time by how many there are", () => {
    const [small = 0, large = 0] = [50, 200].map((files) => {
      const index = indexOf(files);
      const run = (): void => {
        const hits = index.search(parseQuery("2026")).slice();
        assert.equal(hits.length, files);
        for (const { file, words } of hits) assert.ok(bestLine(file?.text ?? "", words));
      };
      return Math.min(...[1, 2, 3, 4, 5].map(() => cpuTime(run)));
    });
    // A quadratic time would be sixteen times as long.
    assert.ok(large < floor || large <= 9 * small, `${small} ms, then ${large} ms`);
  });
});
