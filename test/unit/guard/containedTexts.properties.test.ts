import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { containedTexts } from "../../../src/guard/containedTexts.ts";
import { fc } from "../../support/fastCheck.ts";

const unit = fc.constantFrom("a", "b", "A", "é", "\0", "🙂", "\ud83d", "\uffff", "\n");
const part = fc.string({ unit, maxLength: 7 });

describe("texts that others have in them", () => {
  it("are those for which includes is true", () => {
    // So many that they are not looked for one by one; some are in the texts, and begin alike.
    const others = Array.from({ length: 40 }, (_, index) => `ab${index}`);
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }),
        fc.array(part, { maxLength: 60 }),
        fc.array(fc.nat(1000), { maxLength: 30 }),
        fc.boolean(),
        (wanted, parts, places, isMany) => {
          const all = isMany ? [...wanted, ...others] : wanted;
          const inserted = places.map((place) => all[place % Math.max(1, all.length)] ?? "");
          const texts = [parts.join(""), inserted.join("a"), ""].slice(0, places.length % 4);
          const contained = all.filter((each) => texts.some((text) => text.includes(each)));
          assert.deepEqual([...containedTexts(all, texts)].toSorted(), [...new Set(contained)].toSorted());
        },
      ),
      { numRuns: 2000 },
    );
  });
});
