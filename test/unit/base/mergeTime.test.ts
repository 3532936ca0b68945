import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { mergeLines } from "../../../src/base/mergeLines.ts";
import { linesOf, mergeTexts } from "../../../src/base/mergeTexts.ts";
import { projectRoot } from "../../support/run/projectPaths.ts";

type Lines = (index: number) => string;

const times = (count: number, line: Lines): string[] =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`);

/** Base and both sides, of about `count` lines. */
type Shape = (count: number) => readonly [base: string[], mine: string[], theirs: string[]];

const edited = (lines: readonly string[], every: number, from: number, text: string): string[] =>
  lines.map((line, index) => (index % every === from ? `${text} ${index}\n` : line));

const repeated = (lines: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => lines[index % lines.length] ?? "");

const sources = (...path: string[]): Shape => {
  const lines = linesOf(readFileSync(join(projectRoot, ...path), "utf8"));
  return (count) => {
    const base = repeated(lines, count);
    return [base, edited(base, 97, 3, "mine"), edited(base, 97, 50, "theirs")];
  };
};

/** As of a package-lock.json: only some lines of an entry are its own. */
const entries: Shape = (count) => {
  const own = [
    (entry: number) => `"node_modules/package-${entry}": {`,
    (entry: number) => `  "version": "${entry % 7}.${entry % 5}.0",`,
    (entry: number) => `  "integrity": "sha512-${(entry * 7919) % 100_003}",`,
    () => '  "license": "MIT",',
    () => '  "engines": {',
    (entry: number) => `    "node": ">=${entry % 4}"`,
    () => "  }",
    () => "},",
  ];
  const base = times(count, (index) => own[index % own.length]?.(Math.floor(index / own.length)) ?? "");
  return [base, edited(base, 97, 3, "mine"), edited(base, 97, 50, "theirs")];
};

const linear: Readonly<Record<string, Shape>> = {
  "equal lines": (count) => [times(count, () => "x"), times(count + 9, () => "x"), times(count - 9, () => "x")],
  "equal lines with single edits": (count) => [
    times(count, () => "x"),
    times(count, (index) => (index === count / 2 ? "mine" : "x")),
    times(count, (index) => (index === count / 4 ? "theirs" : "x")),
  ],
  "alternating lines": (count) => [
    times(count, (index) => (index % 2 === 0 ? "{" : "}")),
    times(count, (index) => (index % 2 === 0 ? "{" : "mine")),
    times(count, (index) => (index % 2 === 0 ? "theirs" : "}")),
  ],
  "mostly empty lines": (count) => [
    times(count, (index) => (index % 3 === 0 ? `line ${index}` : "")),
    times(count, (index) => (index % 300 === 0 ? `mine ${index}` : index % 3 === 0 ? `line ${index}` : "")),
    times(count, (index) => (index % 300 === 150 ? `theirs ${index}` : index % 3 === 0 ? `line ${index}` : "")),
  ],
  "entries that begin and end alike": entries,
  "a source file": sources("src", "client", "client.ts"),
};

/** Sides of which the difference itself is large, so that only the budget ends the search. */
const hostile: Readonly<Record<string, Shape>> = {
  "lines that alternate in different rhythms": (count) => [
    times(count, (index) => String(index % 2)),
    times(count, (index) => String(index % 3 === 0 ? 1 : 0)),
    times(count, (index) => String((index % 5) % 2)),
  ],
  "lines in reverse order": (count) => [
    times(count, String),
    times(count, (index) => String(count - index)),
    times(count, (index) => String((index * 7919) % count)),
  ],
};

const plenty = 1e12;

const stepsOf = (shape: Shape, count: number): number => {
  const budgets = [{ steps: plenty }, { steps: plenty }] as const;
  mergeLines(...shape(count), budgets);
  return 2 * plenty - budgets[0].steps - budgets[1].steps;
};

/** The mean of some sizes around `count`: where the search is split by chance, one size may need a third less. */
const meanStepsOf = (shape: Shape, count: number): number => {
  const sizes = [0.9, 0.95, 1, 1.05, 1.1].map((part) => Math.round(part * count));
  return sizes.reduce((sum, size) => sum + stepsOf(shape, size), 0) / sizes.length;
};

describe("The time of a merge", () => {
  for (const [title, shape] of Object.entries(linear))
    it(`at most triples when twice as many lines are merged: ${title}`, () => {
      for (const count of [1000, 2000, 4000, 8000]) {
        const [once, twice] = [meanStepsOf(shape, count), meanStepsOf(shape, 2 * count)];
        // Below that the reading of the texts takes longer than the comparison.
        const floor = 4 * count;
        assert.ok(twice <= 3 * Math.max(once, floor), `${2 * count} lines: ${twice} steps, half of them: ${once}`);
      }
    });

  for (const [title, shape] of Object.entries(hostile))
    it(`never exceeds the budget: ${title}`, () => {
      const budgets = [{ steps: 50_000 }, { steps: 50_000 }] as const;
      mergeLines(...shape(20_000), budgets);
      // What is left when a step is more than the budget has: a line of the two ends, or one run of equal lines.
      for (const { steps } of budgets) assert.ok(steps > -60_000, String(steps));
    });

  for (const [title, shape] of Object.entries({ ...linear, ...hostile }))
    it(`is a fraction of a second for 100,000 lines: ${title}`, () => {
      const [base = "", mine = "", theirs = ""] = shape(100_000).map((lines) => lines.join(""));
      // The time of this process, the least of some runs: other processes slow down the clock on the wall.
      const best = Math.min(
        ...[1, 2, 3].map(() => {
          const start = process.cpuUsage();
          mergeTexts(base, mine, theirs);
          return process.cpuUsage(start).user / 1000;
        }),
      );
      assert.ok(best < 2000, `${best} ms`);
    });
});
