import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DismissedWarnings } from "../../../src/storage/dismissedWarnings.ts";

const mementoOf = (stored?: unknown) => {
  let value = stored;
  return {
    get: () => value,
    update: (_key: string, next: unknown) => {
      value = next;
      return Promise.resolve();
    },
  };
};

describe("Dismissed warnings", () => {
  test("are dismissed also after a restart, and others are not", async () => {
    const memento = mementoOf();
    await new DismissedWarnings(memento).add("token 1");
    const warnings = new DismissedWarnings(memento);
    assert.deepEqual([warnings.has("token 1"), warnings.has("token 2")], [true, false]);
  });

  test("are at most 50, the newest ones", async () => {
    const warnings = new DismissedWarnings(mementoOf());
    for (let index = 0; index < 60; index++) await warnings.add(`token ${index}`);
    assert.deepEqual(
      [warnings.has("token 9"), warnings.has("token 10"), warnings.has("token 59")],
      [false, true, true],
    );
  });

  test("are none where something else is stored", () => {
    for (const stored of [undefined, null, 1, "token 1", { 0: "token 1" }, [1, null]])
      assert.equal(new DismissedWarnings(mementoOf(stored)).has("token 1"), false);
  });
});
