import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Scheduler, Urgency } from "../../../src/client/scheduler.ts";
import { ManualClock } from "../../support/manualClock.ts";

/** As the platform's: a timer may come a millisecond early, and time passes between two looks at the clock. */
class PassingClock extends ManualClock {
  /** How many more looks see the millisecond before. */
  early = 0;
  /** Milliseconds that have passed without a timer. */
  ahead = 0;

  override now(): number {
    return super.now() + this.ahead - (this.early-- > 0 ? 1 : 0);
  }
}

const pauseMs = 6000;

describe("calls that wait for the end of a pause", () => {
  let clock: PassingClock;
  let scheduler: Scheduler;
  let sent: string[];
  const run = (label: string, signal?: AbortSignal): Promise<void> =>
    scheduler.run(async () => void sent.push(label), {
      label,
      resource: "core",
      urgency: new Urgency("visible"),
      write: false,
      signal,
    });
  beforeEach(() => {
    clock = new PassingClock();
    scheduler = new Scheduler({ clock });
    sent = [];
    scheduler.block("core", clock.now() + pauseMs, "pause");
  });

  for (let looks = 0; looks < 12; looks++)
    test(`are sent after it when its last millisecond is over after ${looks} looks at the clock`, async () => {
      const call = run("a");
      clock.advance(pauseMs - 1);
      clock.early = looks;
      clock.advance(1);
      clock.early = 0;
      clock.advance(1);
      assert.deepEqual(sent, ["a"]);
      await call;
    });

  test("are sent after it when another one is canceled before the timer comes", async () => {
    const controller = new AbortController();
    const [canceled, other] = [run("a", controller.signal), run("b")];
    clock.ahead = pauseMs;
    controller.abort();
    await assert.rejects(canceled, CancelledError);
    clock.advance(pauseMs);
    assert.deepEqual(sent, ["b"]);
    await other;
  });
});
