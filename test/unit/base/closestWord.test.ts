import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { closestWord } from "../../../src/base/closestWord.ts";

describe("the closest word", () => {
  const words = ["push", "pull_request", "gists.getAll", "*"];

  test("is one that differs in a few letters or in case", () => {
    assert.equal(closestWord("pull-requests", words), "pull_request");
    assert.equal(closestWord("Push", words), "push");
    assert.equal(closestWord("gist.getall", words), "gists.getAll");
  });

  test("is one with two neighbors swapped, which is one mistake", () => {
    assert.equal(closestWord("psuh", words), "push");
    assert.equal(closestWord("pul_lrequest", words), "pull_request");
    assert.equal(closestWord("evnets", ["active", "events"]), "events");
    // Three mistakes in four letters.
    assert.equal(closestWord("hsup", words), undefined);
  });

  test("is the first of those that are alike", () => {
    assert.equal(closestWord("stat", ["star", "stay"]), "star");
  });

  test("is none where nothing is similar, or the text is no word", () => {
    assert.equal(closestWord("deployment", words), undefined);
    assert.equal(closestWord("", words), undefined);
    assert.equal(closestWord("push".repeat(1_000_000), words), undefined);
    assert.equal(closestWord("push", []), undefined);
  });
});
