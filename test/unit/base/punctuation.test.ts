import assert from "node:assert/strict";
import { test } from "node:test";
import { asClause, endsSentence } from "../../../src/base/punctuation.ts";

test("endsSentence › finds each mark that ends a sentence, also before white space and what closes", () => {
  for (const text of ["a.", "a!", "a?", "a…", "a..", "a. ", "a.\n", "a。", "a！", "a？", "“a.”", "(a.)"])
    assert.equal(endsSentence(text), true, text);
  for (const text of ["", "a", "a,", "a:", "“a”", "1.5", "(a)"]) assert.equal(endsSentence(text), false, text);
});

test("asClause › leaves out the punctuation at the end", () => {
  for (const text of ["a.", "a!", "a?", "a…", "a..", "a...", "a. ", "a;", "a。", "a？！", "a"])
    assert.equal(asClause(text), "a", text);
  assert.equal(asClause("a. b (c)"), "a. b (c)");
  assert.equal(asClause(" ? "), "?");
});
