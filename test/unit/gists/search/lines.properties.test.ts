import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  bestLine,
  lineBreak,
  type MatchingLine,
  matchingLines,
  patternOf,
} from "../../../../src/gists/search/lines.ts";
import { bestOf } from "../../../../src/gists/search/matchList.ts";
import { fc } from "../../../support/fastCheck.ts";

const text = fc
  .array(fc.constantFrom("a", "B", "b", "ab", "ſ", "s", "😀", " ", "\n", "\r", "\r\n"), { maxLength: 60 })
  .map((pieces) => pieces.join(""));
const words = fc.array(fc.constantFrom("a", "b", "ab", "aa", "S", "😀", "b a"), { minLength: 1, maxLength: 4 });

/** Each line for itself, as the definition says. */
const eachLine = (of: string, wanted: readonly string[]): MatchingLine[] =>
  of.split(lineBreak).flatMap((content, line) => {
    const pattern = patternOf(wanted);
    const matches = pattern ? [...content.matchAll(pattern)] : [];
    const ranges = matches.map(({ index, 0: found }) => [index, index + found.length] as const);
    return ranges.length > 0 ? [{ line, text: content, ranges }] : [];
  });

describe("looking for matching lines", () => {
  it("finds the same in one look as in a look at each line", () => {
    fc.assert(
      fc.property(text, words, fc.integer({ min: 1, max: 9 }), (of, wanted, limit) => {
        const all = eachLine(of, wanted);
        assert.deepEqual(matchingLines(of, wanted, Infinity), all);
        assert.deepEqual(matchingLines(of, wanted, limit), all.slice(0, limit));
        const best = bestLine(of, wanted);
        assert.equal(best === undefined, all.length === 0);
        if (best)
          assert.deepEqual(
            best,
            all.find(({ line }) => line === best.line),
          );
      }),
    );
  });

  it("ends for a text with line breaks in it, which no line has", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("\n", "a\n", "\na", "\r\n", "\n\n"), (of, wanted) => {
        assert.deepEqual(matchingLines(of, [wanted], Infinity), []);
      }),
    );
  });
});

describe("the best of many values", () => {
  it("are those of a sort, of equal ones the first", () => {
    const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ noNaN: true })), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 220 }), (all, count) => {
        const sorted = all.map((_, index) => index).sort((a, b) => (all[b] ?? 0) - (all[a] ?? 0) || a - b);
        assert.deepEqual(bestOf(Float64Array.from(all), count), sorted.slice(0, count));
      }),
    );
  });
});
