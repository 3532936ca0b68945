import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fc } from "../../support/fastCheck.ts";
import { diff3Merge } from "node-diff3";
import { diffLines } from "../../../src/base/lineDiff.ts";
import { mergeLines } from "../../../src/base/mergeLines.ts";
import { hasMarks, linesOf, markConflicts, mergeTexts } from "../../../src/base/mergeTexts.ts";

/** Few different lines, so that equal ones are frequent. */
const line = fc.constantFrom("a", "b", "c", "", "}", "\t}");
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join("\n") + (isEnded && lines.length > 0 ? "\n" : ""));

const numbers = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 }).map((given) => Int32Array.from(given));

/** Lines that occur once, of which each side deletes, replaces and inserts some: there is one smallest difference. */
const distinct = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 25 }).map((edits) => {
  const side = (name: string, which: 0 | 1): string[] =>
    edits.flatMap((edit, index) => {
      const old = `line ${index}\n`;
      const own = `${name} ${index}\n`;
      return [[], [own], [own, old], [`same ${index}\n`]][edit[which]] ?? [old];
    });
  return { base: edits.map((_, index) => `line ${index}\n`), mine: side("mine", 0), theirs: side("theirs", 1) };
});

describe("Merging texts", () => {
  it("answers the other side when one side changed nothing", () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        assert.equal(mergeTexts(base, side, base), side);
        assert.equal(mergeTexts(base, base, side), side);
        assert.equal(mergeTexts(base, side, side), side);
      }),
    );
  });

  it("does the same for lines, where no side is compared as a whole first", () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        for (const [mine, theirs] of [
          [side, base],
          [base, side],
          [side, side],
        ] as const) {
          const parts = mergeLines(linesOf(base), linesOf(mine), linesOf(theirs));
          assert.equal(parts.flatMap((part) => ("lines" in part ? part.lines : ["conflict"])).join(""), side);
        }
      }),
    );
  });

  it("is symmetric", () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        assert.equal(mergeTexts(base, mine, theirs), mergeTexts(base, theirs, mine));
      }),
    );
  });

  it("contains the changes of both sides when an unchanged line is between them", () => {
    fc.assert(
      fc.property(text, text, text, text, (first, second, mine, theirs) => {
        const of = (top: string, bottom: string): string => `top\n${top}\n--\nmiddle\n--\n${bottom}\nbottom`;
        assert.equal(mergeTexts(of(first, second), of(mine, second), of(first, theirs)), of(mine, theirs));
      }),
    );
  });

  it("answers what node-diff3 answers where the smallest difference is the only one", () => {
    fc.assert(
      fc.property(distinct, ({ base, mine, theirs }) => {
        const expected = diff3Merge(mine, base, theirs).map((part) =>
          part.ok === undefined ? { mine: part.conflict?.a, theirs: part.conflict?.b } : { lines: part.ok },
        );
        // Parts that follow each other are one part for node-diff3.
        const joined: typeof expected = [];
        for (const part of mergeLines(base, mine, theirs)) {
          const last = joined.at(-1);
          if (!("lines" in part)) joined.push({ mine: [...part.mine], theirs: [...part.theirs] });
          else if (last !== undefined && "lines" in last) last.lines?.push(...part.lines);
          else if (part.lines.length > 0) joined.push({ lines: [...part.lines] });
        }
        assert.deepEqual(joined, expected);
      }),
      { numRuns: 500 },
    );
  });

  it("marks a conflict exactly where there is one, and loses no line of either side", () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const marked = markConflicts(base, mine, theirs);
        assert.ok(hasMarks(marked));
        if (mergeTexts(base, mine, theirs) !== undefined) return;
        const lines = new Set(marked.split("\n"));
        const before = new Set(base.split("\n"));
        for (const each of [...mine.split("\n"), ...theirs.split("\n")])
          if (!before.has(each)) assert.ok(lines.has(each), JSON.stringify({ marked, each }));
      }),
    );
  });
});

/** Length of the longest common subsequence, by the definition. */
const commonLength = (left: Int32Array, right: Int32Array): number => {
  let row = new Uint32Array(right.length + 1);
  for (const each of left) {
    const next = new Uint32Array(right.length + 1);
    for (const [index, other] of right.entries())
      next[index + 1] = each === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    row = next;
  }
  return row.at(-1) ?? 0;
};

describe("The difference of lines", () => {
  for (const [title, steps] of [
    ["with a sufficient budget", 1_000_000],
    ["with a small budget", 40],
    ["without budget", 0],
  ] as const)
    it(`turns the old text into the new one ${title}`, () => {
      fc.assert(
        fc.property(numbers, numbers, (before, after) => {
          const result: number[] = [];
          let at = 0;
          for (const { start, end, newStart, newEnd } of diffLines(before, after, { steps })) {
            assert.ok(start > at || at === 0, "hunks do not touch");
            result.push(...before.subarray(at, start), ...after.subarray(newStart, newEnd));
            at = end;
          }
          result.push(...before.subarray(at));
          assert.deepEqual(result, [...after]);
        }),
        { numRuns: 500 },
      );
    });

  it("is the smallest one with a sufficient budget", () => {
    fc.assert(
      fc.property(numbers, numbers, (before, after) => {
        const removed = diffLines(before, after, { steps: 1_000_000 }).reduce(
          (sum, { start, end }) => sum + end - start,
          0,
        );
        assert.equal(before.length - removed, commonLength(before, after));
      }),
      { numRuns: 500 },
    );
  });
});
