import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toCsv } from "../../../../src/repos/insights/csv.ts";

const cell = (value: string | number): string => toCsv([[value]]).slice(0, -2);

describe("CSV", () => {
  it("has a line per row and no quotes where none are needed", () => {
    assert.equal(
      toCsv([
        ["Name", "Commits"],
        ["mia", 3],
      ]),
      "Name,Commits\r\nmia,3\r\n",
    );
    assert.equal(toCsv([]), "");
  });

  it("quotes commas, quotes, line breaks and blanks at the ends", () => {
    assert.equal(cell("a,b"), '"a,b"');
    assert.equal(cell('say "hi"'), '"say ""hi"""');
    assert.equal(cell("two\nlines"), '"two\nlines"');
    assert.equal(cell("two\rlines"), '"two\rlines"');
    assert.equal(cell(" wide "), '" wide "');
    assert.equal(cell(""), "");
  });

  it("puts an apostrophe before text that a spreadsheet would run", () => {
    for (const start of ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
      assert.equal(cell(`${start}1`), `'${start}1`);
    assert.equal(cell('=HYPERLINK("http://x","y")'), `"'=HYPERLINK(""http://x"",""y"")"`);
    assert.equal(cell(" =1"), "' =1");
    assert.equal(cell("\t=1"), "'\t=1");
    assert.equal(cell("\r\n@x"), `"'\r\n@x"`);
    assert.equal(cell("a=1"), "a=1");
  });

  it("writes numbers as they are, negative ones too, and nothing for what is none", () => {
    assert.deepEqual([-5, 0.25, 1e6, Number.NaN, Infinity].map(cell), ["-5", "0.25", "1000000", "", ""]);
  });
});
