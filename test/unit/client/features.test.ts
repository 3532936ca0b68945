import assert from "node:assert/strict";
import { test } from "node:test";
import { featureIds, featureOf, featureOperations } from "../../../src/client/features.ts";
import { operationIds } from "../../../src/client/operations/table.ts";

test("the features › have every operation exactly once", () => {
  const all = featureIds.flatMap((feature) => [...featureOperations[feature]]);
  assert.deepEqual(all.toSorted(), [...operationIds].toSorted());
});

test("the features › are found by their operations", () => {
  assert.equal(featureOf("repos.testHook"), "hooks");
  assert.equal(featureOf("repos.nothing"), undefined);
  assert.equal(featureOf("toString"), undefined);
  assert.equal(featureOf(undefined), undefined);
});
