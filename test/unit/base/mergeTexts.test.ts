import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMarks, isUnmerged, markConflicts, mergeTexts, mineOfMarked } from "../../../src/base/mergeTexts.ts";

const base = "one\ntwo\nthree\nfour\nfive\n";

test("changes in different places are merged", () => {
  const mine = base.replace("one", "ONE");
  const theirs = base.replace("five", "FIVE");
  assert.equal(mergeTexts(base, mine, theirs), "ONE\ntwo\nthree\nfour\nFIVE\n");
});

test("the same change on both sides is no conflict", () => {
  const both = base.replace("three", "3");
  assert.equal(mergeTexts(base, both, both), both);
});

test("different changes in one place are a conflict", () => {
  assert.equal(mergeTexts(base, base.replace("three", "3"), base.replace("three", "III")), undefined);
});

test("a deletion here and a change there in one place are a conflict", () => {
  assert.equal(mergeTexts(base, base.replace("three\n", ""), base.replace("three", "3")), undefined);
});

test("line breaks and a missing last one are kept as they are", () => {
  assert.equal(mergeTexts("a\r\nb\r\nc", "A\r\nb\r\nc", "a\r\nb\r\nC"), "A\r\nb\r\nC");
  assert.equal(mergeTexts("a\nb\nc\n", "a\nb\nc", "A\nb\nc\n"), "A\nb\nc");
});

test("unchanged sides give the other one", () => {
  assert.equal(mergeTexts(base, base, "x\n"), "x\n");
  assert.equal(mergeTexts(base, "x\n", base), "x\n");
});

test("both sides of a conflict stand in one text, marked, and what fits is merged", () => {
  assert.equal(
    markConflicts("one\ntwo\nthree\n", "ONE\nzwei\nthree\n", "one\ndeux\nthree\nFOUR"),
    "<<<<<<< Mine\nONE\nzwei\n=======\none\ndeux\n>>>>>>> Theirs\nthree\nFOUR\n",
  );
});

test("a text for merging always has marks, be a side empty or the same", () => {
  for (const [mine, theirs] of [
    ["mine", ""],
    ["", "theirs"],
    ["same\n", "same\n"],
  ] as const) {
    const text = markConflicts("", mine, theirs);
    assert.ok(hasMarks(text), text);
    for (const line of `${mine}${theirs}`.split("\n")) assert.ok(text.includes(line));
  }
  assert.equal(hasMarks("a << b\n"), false);
  assert.ok(hasMarks("\ufeff<<<<<<< Mine\n"));
});

test("the user's side of a marked text has what was typed beside the marks, and what was changed in theirs", () => {
  const theirs = "one\r\ndeux\r\nthree";
  const marked = markConflicts("one\ntwo\nthree\n", "one\nzwei\nthree\n", "one\ndeux\nthree");
  assert.equal(mineOfMarked(marked, theirs), "one\nzwei\nthree\n");
  assert.equal(mineOfMarked(`${marked}typed\n`, theirs), "one\nzwei\nthree\ntyped\n");
  assert.equal(mineOfMarked(marked.replace("deux", "deux!"), theirs), "one\nzwei\ndeux!\nthree\n");
  // Marks that are not complete: nothing is left out.
  assert.equal(mineOfMarked("<<<<<<< Mine\na\n=======\nb\n", theirs), "a\nb\n");
  assert.equal(mineOfMarked("title\n=======\nb\n", theirs), "title\n=======\nb\n");
  assert.equal(
    mineOfMarked("<<<<<<< Mine\na\n=======\nb\n=======\ndeux\n>>>>>>> Theirs\n", theirs),
    "a\nb\n=======\ndeux\n",
  );
});

test("a merge is not done while lines that both sides changed are marked, or as they were before", () => {
  const [base, mine, theirs] = ["a\nb\nc\nd\n", "A\nb\nc\nd\ne", "ä\nb\nC\nd\nf"];
  const isOpen = (text: string): boolean => isUnmerged(base, mine, theirs, text);
  for (const text of [
    base,
    `\ufeff${base.replaceAll("\n", "\r\n")}`,
    "a\nb\nC\nd\n",
    "A\nb\nC\nd\n",
    "a\nb\nC\nd\ne\n",
  ])
    assert.ok(isOpen(text), text);
  for (const text of ["A\nb\nC\nd\ne\n", "ä\nb\nC\nd\ne\nf\n", mine, theirs, "", "other\n"])
    assert.ok(!isOpen(text), text);
  assert.ok(isOpen(markConflicts(base, mine, theirs)));
  assert.ok(!isUnmerged(base, mine, base, base), "nothing was changed on both sides");
});

test("what is typed in or beside lines that both sides changed is no merge of them", () => {
  const [base, mine, theirs] = [
    "MIT License\n\nCopyright\n",
    "MINE MIT License\n\nCopyright\n",
    "THEIRS MIT License\n\nCopyright\n",
  ];
  const isOpen = (first: string): boolean => isUnmerged(base, mine, theirs, `${first}\nCopyright\n`);
  for (const text of [
    "MIT License\nmore",
    "MIT License more\n",
    "more MIT License\n",
    "more\nMIT License\n",
    "MIT\n",
  ])
    assert.ok(isOpen(text), text);
  for (const text of [
    "MINE MIT License\nmore",
    "MIT License, MINE and THEIRS\n",
    "THEIRS MIT License more\n",
    "BSD\n",
    "",
  ])
    assert.ok(!isOpen(text), text);
  // Both sides added lines, or one side took lines away.
  assert.ok(isUnmerged("a\n", "a\nx\n", "a\ny\n", "a\nmore\n"));
  assert.ok(!isUnmerged("a\n", "a\nx\n", "a\ny\n", "a\nx and y\n"));
  assert.ok(isUnmerged("a b\nc\n", "c\n", "a B\nc\n", "a b more\nc\n"));
  assert.ok(!isUnmerged("a b\nc\n", "c\n", "a B\nc\n", "more\nc\n"));
  // Changes without words.
  assert.ok(isUnmerged("{\na\n", "  {\na\n", "{ \na\n", "{ // more\na\n"));
  assert.ok(!isUnmerged("{\na\n", "  {\na\n", "{ \na\n", "  {\na\n"));
});
