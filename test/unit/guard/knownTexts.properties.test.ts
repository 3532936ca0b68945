import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findTexts, windowLength } from "../../../src/guard/knownTexts.ts";
import { fc } from "../../support/fastCheck.ts";

describe("texts that are known", () => {
  it("are found wherever indexOf finds them, without overlaps of one with itself", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "é", "🙂"), minLength: 0, maxLength: 30 });
    const known = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: windowLength, maxLength: 24 });
    fc.assert(
      fc.property(
        fc.uniqueArray(known, { maxLength: 6 }),
        fc.array(part),
        fc.array(fc.nat(9)),
        (all, parts, places) => {
          const text = parts.map((each, index) => each + (all[places[index] ?? 9] ?? "")).join("");
          const found: string[] = [];
          findTexts(text, all, (each, start) => found.push(`${each} ${start}`));
          const wanted = all.flatMap((each) => {
            const starts: string[] = [];
            for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + each.length))
              starts.push(`${each} ${at}`);
            return starts;
          });
          assert.deepEqual(new Set(found), new Set(wanted));
          assert.equal(found.length, wanted.length);
        },
      ),
    );
  });
});
