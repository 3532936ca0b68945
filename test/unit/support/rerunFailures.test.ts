import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeTestResult } from "../../support/run/nodeTests.ts";
import { rerunFailures } from "../../support/run/rerunFailures.ts";

const firstRun = (passed: number, ...names: readonly string[]): NodeTestResult => ({
  stage: "e2e",
  passed,
  failed: names.length,
  skipped: 0,
  seconds: 1,
  failures: names,
});

test("rerunFailures › counts a journey that passes when run again as passed and lists it as unstable", async () => {
  const ran: string[] = [];
  const result = await rerunFailures(firstRun(5, "slow", "broken"), async (name) => {
    ran.push(name);
    return name === "slow";
  });
  assert.deepEqual(ran, ["slow", "broken"]);
  assert.deepEqual([result.passed, result.failed, result.unstable], [6, 1, ["slow"]]);
  assert.equal("failures" in result, false);
});

test("rerunFailures › fails a run with more than two unstable journeys", async () => {
  const two = await rerunFailures(firstRun(5, "a", "b"), async () => true);
  assert.deepEqual([two.passed, two.failed], [7, 0]);
  const three = await rerunFailures(firstRun(5, "a", "b", "c"), async () => true);
  assert.deepEqual([three.passed, three.failed, three.unstable?.length], [8, 1, 3]);
});

test("rerunFailures › keeps the failure of a file that could not be loaded", async () => {
  const result = await rerunFailures({ ...firstRun(5), failed: 1 }, async () => true);
  assert.deepEqual([result.passed, result.failed, result.unstable], [5, 1, []]);
});
