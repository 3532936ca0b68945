import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { editorText } from "../../../src/base/editorText.ts";
import { restoreLineEnds } from "../../../src/base/lineEnds.ts";
import { mergeTexts } from "../../../src/base/mergeTexts.ts";
import { fc } from "../../support/fastCheck.ts";

const line = fc.constantFrom("a", "b", "c", "", "}");
const end = fc.constantFrom("\n", "\r\n");
const mixed = fc
  .tuple(fc.array(fc.tuple(line, end), { maxLength: 15 }), fc.constantFrom("", "end"))
  .map(([lines, last]) => lines.flat().join("") + last);
/** As VS Code writes it. */
const written = (base: string, text: string): string => {
  const ends = base.match(/\r\n|\n/g) ?? [];
  const isCrlf = ends.filter((each) => each === "\r\n").length > ends.length / 2;
  return isCrlf ? editorText(text).replaceAll("\n", "\r\n") : editorText(text);
};

describe("Line ends of a text that an editor saves", () => {
  it("are those of before where nothing else changed", () => {
    fc.assert(fc.property(mixed, (base) => assert.equal(restoreLineEnds(base, written(base, base)), base)));
  });

  it("are all that differs from what the editor has", () => {
    fc.assert(
      fc.property(mixed, mixed, (base, text) => {
        const mine = written(base, text);
        assert.equal(editorText(restoreLineEnds(base, mine)), editorText(mine));
      }),
    );
  });

  it("are the user's where the text before had one kind, or the user chose the other one", () => {
    assert.equal(restoreLineEnds("a\r\nb\r\n", "a\nb\n"), "a\nb\n");
    assert.equal(restoreLineEnds("a\r\nb\nc\n", "a\r\nb\r\nc\r\n"), "a\r\nb\r\nc\r\n");
  });

  it("make no conflict of a line that another user changed elsewhere", () => {
    const base = "a\r\nb\nc\nd\r\ne\n";
    const mine = restoreLineEnds(base, written(base, base.replace("a", "A")));
    assert.equal(mergeTexts(base, mine, base.replace("e", "E")), "A\r\nb\nc\nd\r\nE\n");
  });
});
