import assert from "node:assert/strict";
import { test } from "node:test";
import { failureLine } from "../../support/run/results.ts";

test("failureLine › is one line", () => {
  assert.equal(failureLine("opens", " it\n  was red \n"), "opens: it was red");
});

test("failureLine › keeps the end of a long error, which says what was in the way", () => {
  const line = failureLine(
    "opens",
    `Timeout 30000ms exceeded. ${"waiting ".repeat(200)} a hover intercepts pointer events`,
  );
  assert.match(line, /^opens: Timeout 30000ms exceeded\. .* … .*a hover intercepts pointer events$/);
  assert.ok(line.length < 650);
});
