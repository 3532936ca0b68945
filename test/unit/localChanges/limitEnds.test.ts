import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LimitEnds } from "../../../src/localChanges/limitEnds.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("the ends of limits", () => {
  const bench = () => {
    const clock = new ManualClock(0);
    const ended: number[] = [];
    return { clock, ended, limits: new LimitEnds(clock, () => void ended.push(clock.now())) };
  };

  test("are each noticed once", () => {
    const { clock, ended, limits } = bench();
    limits.expect([0, 2000, 1000, 1000]);
    clock.advance(5000);
    assert.deepEqual([ended, clock.pending], [[1000, 2000], 0]);
  });

  test("are forgotten when others are expected, and at the end", () => {
    const { clock, ended, limits } = bench();
    limits.expect([1000]);
    limits.expect([3000, 4000]);
    clock.advance(3500);
    limits.dispose();
    clock.advance(5000);
    assert.deepEqual([ended, clock.pending], [[3000], 0]);
  });
});
