import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Poller } from "../../../src/activity/poll.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("polling", () => {
  let clock: ManualClock;
  let seen: boolean;
  let due: Record<string, number>;
  let asked: string[];
  let poller: Poller<string>;
  beforeEach(() => {
    clock = new ManualClock(1_000_000);
    seen = true;
    due = { a: 0, b: 0 };
    asked = [];
    poller = new Poller({
      clock,
      isSeen: () => seen,
      places: () => Object.keys(due),
      dueAt: (place) => due[place] ?? 0,
      ask: async (place) => {
        asked.push(place);
        due[place] = clock.now() + (place === "a" ? 60_000 : 90_000);
      },
    });
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settled();
  };

  it("asks at once for what is due, and then each when its time has come", async () => {
    poller.update();
    await settled();
    assert.deepEqual(asked, ["a", "b"]);
    await pass(59_999);
    assert.equal(asked.length, 2);
    await pass(1);
    assert.deepEqual(asked, ["a", "b", "a"]);
    await pass(30_000);
    assert.deepEqual(asked, ["a", "b", "a", "b"]);
  });

  it("has no timer and asks nothing while the view is hidden", async () => {
    seen = false;
    poller.update();
    await settled();
    assert.deepEqual([asked, clock.pending], [[], 0]);
    seen = true;
    poller.update();
    await settled();
    assert.deepEqual([asked.length, clock.pending], [2, 1]);
    seen = false;
    poller.update();
    assert.equal(clock.pending, 0);
    await pass(3_600_000);
    assert.equal(asked.length, 2);
  });

  it("asks once for what was due several times in the meantime", async () => {
    poller.update();
    await settled();
    seen = false;
    poller.update();
    await pass(10 * 60_000);
    seen = true;
    poller.update();
    poller.update();
    await settled();
    assert.deepEqual(asked, ["a", "b", "a", "b"]);
  });

  it("asks nothing where there is nothing, and nothing after its end", async () => {
    due = {};
    poller.update();
    assert.deepEqual([asked, clock.pending], [[], 0]);
    due = { c: 0 };
    poller.dispose();
    poller.update();
    await settled();
    assert.deepEqual([asked, clock.pending], [[], 0]);
  });
});
