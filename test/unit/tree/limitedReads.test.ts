import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { LimitedReads } from "../../../src/tree/limitedReads.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("what the rate limit kept from being read", () => {
  let clock: ManualClock;
  let asked: string[];
  let reads: LimitedReads;
  /** Asks for what is below the row, which the server limits for so long; undefined: it has it. */
  const read = (id: string, seconds: number | undefined): void => {
    reads.began(id);
    if (seconds !== undefined) reads.limited(id, clock.now() + seconds * 1000);
    reads.ended(id);
  };
  /** What is asked for within so many seconds, one by one. */
  const within = (seconds: number): string[] => {
    asked = [];
    for (let passed = 0; passed < seconds; passed++) clock.advance(1000);
    return asked;
  };
  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    reads = new LimitedReads(clock, (id) => asked.push(id));
  });

  test("is asked for when the limit is over, each on its own, and once", () => {
    read("", 60);
    read("a", 30);
    assert.deepEqual(within(30), []);
    assert.deepEqual(within(1), ["a"]);
    assert.deepEqual(within(30), [""]);
    assert.deepEqual(within(1000), []);
  });

  test("is not asked for where it was read before that, or no end is known", () => {
    read("a", 60);
    read("a", undefined);
    reads.limited("b", undefined);
    assert.deepEqual(within(1000), []);
  });

  test("is asked for less and less often while the server limits it again and again", () => {
    const waits: number[] = [];
    for (let count = 0; count < 5; count++) {
      read("a", 0);
      let wait = 0;
      while (within(1).length === 0) wait++;
      waits.push(wait + 1);
    }
    assert.deepEqual(waits, [1, 5, 10, 20, 40]);
    read("a", undefined);
    read("a", 0);
    assert.deepEqual(within(1), ["a"], "once it was read, as at first");
  });

  test("is not asked for once the view is gone", () => {
    read("a", 60);
    reads.dispose();
    read("b", 10);
    assert.deepEqual(within(100), []);
  });
});
