import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { editorText } from "../../../src/base/editorText.ts";
import { restoreLineEnds } from "../../../src/base/lineEnds.ts";

const mixed = (count: number, kinds: number): string =>
  Array.from({ length: count }, (_, line) => `line ${line % kinds}${line % 2 === 0 ? "\n" : "\r\n"}`).join("");

const best = (run: () => unknown): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const start = process.cpuUsage();
      run();
      return process.cpuUsage(start).user / 1000;
    }),
  );

/** An object for each line. */
const lineObjects = (text: string): unknown =>
  (text.match(/[^\r\n]*(?:\r\n|\r|\n)/g) ?? []).map((line) => ({
    content: line.replace(/[\r\n]+$/, ""),
    end: line.slice(-1),
  }));

describe("The time in which line ends are restored", () => {
  for (const kinds of [10, 1_000_000])
    it(`is about that of an object for each line, and grows with the text: ${kinds} kinds of lines`, () => {
      const timesOf = (count: number): readonly [restored: number, objects: number] => {
        const base = mixed(count, kinds);
        const mine = editorText(base).replace("line 5\n", "another line\n");
        assert.equal(restoreLineEnds(base, mine), base.replace("line 5\r\n", "another line\r\n"));
        return [best(() => restoreLineEnds(base, mine)), best(() => [base, mine].map(lineObjects))];
      };
      const [[once], [fourTimes, objects]] = [timesOf(50_000), timesOf(200_000)];
      assert.ok(fourTimes < 150 || fourTimes <= 8 * once, `${once} ms, then ${fourTimes} ms`);
      assert.ok(fourTimes <= 1.6 * objects, `${fourTimes} ms, ${objects} ms with objects`);
    });
});
