import assert from "node:assert/strict";
import { test } from "node:test";
import { type FirstResult, rerunFailures } from "../../support/run/rerunFailures.ts";

const firstRun = (passed: number, ...names: readonly string[]): FirstResult => ({
  stage: "e2e",
  passed,
  failed: names.length,
  skipped: 0,
  seconds: 1,
  failures: names.map((name) => `${name}: it was red`),
  rerunnable: names,
});

test("rerunFailures › counts a journey that passes when run again as passed and lists it as unstable", async () => {
  const ran: string[] = [];
  const result = await rerunFailures(firstRun(5, "slow", "broken"), async (name) => {
    ran.push(name);
    return name === "slow";
  });
  assert.deepEqual(ran, ["slow", "broken"]);
  assert.deepEqual([result.passed, result.failed, result.unstable], [6, 1, ["slow: it was red"]]);
  assert.deepEqual(result.failures, ["broken: it was red"]);
  assert.equal("rerunnable" in result, false);
});

test("rerunFailures › fails a run with more than two unstable journeys", async () => {
  const two = await rerunFailures(firstRun(5, "a", "b"), async () => true);
  assert.deepEqual([two.passed, two.failed], [7, 0]);
  const three = await rerunFailures(firstRun(5, "a", "b", "c"), async () => true);
  assert.deepEqual([three.passed, three.failed, three.unstable?.length], [8, 1, 3]);
});

test("rerunFailures › runs nothing again when so much failed that it is no coincidence", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const result = await rerunFailures(firstRun(1, ...names), () => Promise.reject(new Error("It was run again.")));
  assert.deepEqual([result.passed, result.failed, result.unstable], [1, 6, []]);
});

test("rerunFailures › keeps the failure of a file that could not be loaded", async () => {
  const result = await rerunFailures({ ...firstRun(5), failed: 1 }, async () => true);
  assert.deepEqual([result.passed, result.failed, result.unstable], [5, 1, []]);
});
