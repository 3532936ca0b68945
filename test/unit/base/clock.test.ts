import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clockOf, systemClock } from "../../../src/base/clock.ts";

const day = 24 * 3_600_000;

/** A platform whose timers fire at once above 2^31 - 1 ms, as Node's and the browsers' do. */
const openPlatform = () => {
  let time = 0;
  const steps: number[] = [];
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const clock = clockOf(
    () => time,
    (ms, callback) => {
      steps.push(ms);
      const timer = { at: time + (ms > 2 ** 31 - 1 ? 1 : ms), callback };
      timers.push(timer);
      return { dispose: () => timers.splice(timers.indexOf(timer), 1) };
    },
  );
  return {
    clock,
    steps,
    timers,
    /** Time that the machine sleeps moves on without its timers. */
    sleep: (ms: number) => void (time += ms),
    fire: () => {
      const next = timers.shift();
      time = Math.max(time, next?.at ?? 0);
      next?.callback();
    },
    now: () => time,
  };
};

describe("the system's clock", () => {
  it("fires a timer of 26 days after 26 days, and never starts one that the platform cannot hold", () => {
    const platform = openPlatform();
    const fired: number[] = [];
    platform.clock.setTimer(26 * day, () => fired.push(platform.now()));
    while (platform.timers.length > 0) platform.fire();
    assert.deepEqual(fired, [26 * day]);
    assert.ok(Math.max(...platform.steps) <= 3_600_000);
  });

  it("does not fire one of 56,000 years or without end, and starts none for a time that is not a number twice", () => {
    for (const ms of [56_873 * 365 * day, Number.POSITIVE_INFINITY]) {
      const platform = openPlatform();
      platform.clock.setTimer(ms, () => assert.fail("it fired"));
      for (let step = 0; step < 1000; step++) platform.fire();
      assert.equal(platform.timers.length, 1);
    }
    const platform = openPlatform();
    platform.clock.setTimer(Number.NaN, () => undefined);
    platform.fire();
    assert.deepEqual([platform.steps, platform.timers], [[3_600_000], []]);
  });

  it("fires after the machine slept through the time, and a disposed one does not fire", () => {
    const platform = openPlatform();
    let fired = 0;
    platform.clock.setTimer(10 * day, () => void fired++);
    platform.sleep(11 * day);
    platform.fire();
    assert.equal(fired, 1);
    const disposed = platform.clock.setTimer(10 * day, () => void fired++);
    platform.fire();
    disposed.dispose();
    assert.deepEqual([fired, platform.timers.length], [1, 0]);
  });

  it("is the platform's", async () => {
    assert.ok(Math.abs(systemClock.now() - Date.now()) < 1000);
    await new Promise<void>((resolve) => systemClock.setTimer(-5, resolve));
    systemClock.setTimer(2 ** 31, () => assert.fail("it fired")).dispose();
  });
});
