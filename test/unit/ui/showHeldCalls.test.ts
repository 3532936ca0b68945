import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Emitter } from "../../../src/base/event.ts";
import type { WaitingCall } from "../../../src/client/scheduler.ts";
import { showHeldCalls } from "../../../src/ui/showHeldCalls.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("calls that a server's limit holds back", () => {
  const bench = () => {
    const clock = new ManualClock();
    const changed = new Emitter<void>();
    const client = { waiting: [] as readonly WaitingCall[], onDidChangeWaiting: changed.event };
    const shown: string[] = [];
    const notifications = {
      addHeld: (server: string, { seconds }: { readonly seconds: number }): { dispose(): void } => {
        const text = `${server} ${seconds}`;
        shown.push(text);
        return { dispose: () => void shown.splice(shown.indexOf(text), 1) };
      },
    };
    showHeldCalls(client, "host", notifications, clock);
    const wait = (...calls: readonly Partial<WaitingCall>[]): readonly string[] => {
      client.waiting = calls.map((call, index) => ({
        id: index,
        label: "gists.star",
        priority: "user",
        since: clock.now(),
        reason: "limit",
        callOrigin: "forgeside.gists.star",
        cancel: () => undefined,
        ...call,
      }));
      changed.fire();
      clock.advance(1000);
      return shown;
    };
    return { clock, wait, inSeconds: (seconds: number) => clock.now() + seconds * 1000 };
  };

  test("are shown with their time until they no longer wait", () => {
    const { wait, inSeconds } = bench();
    const until = inSeconds(12.5);
    assert.deepEqual(wait({ until }), ["host 12"]);
    assert.deepEqual(wait({ until }, { until }), ["host 12", "host 11"]);
    assert.deepEqual(wait({ until, id: 1 }), ["host 11"]);
    assert.deepEqual(wait(), []);
  });

  test("are shown with another time when the pause becomes longer", () => {
    const { clock, wait, inSeconds } = bench();
    wait({ until: inSeconds(12.5) });
    clock.advance(4000);
    assert.deepEqual(wait({ until: inSeconds(20.5) }), ["host 20"]);
  });

  test("end at once when their task was canceled before", () => {
    const { wait, inSeconds } = bench();
    let canceled = 0;
    const call = { until: inSeconds(12.5), signal: AbortSignal.abort() };
    const cancel = (): void => {
      canceled += 1;
      wait();
    };
    assert.deepEqual([wait({ ...call, cancel }), canceled], [[], 1]);
  });

  test("end when their task is canceled", () => {
    const { wait, inSeconds } = bench();
    const task = new AbortController();
    let canceled = 0;
    const call = { until: inSeconds(12.5), signal: task.signal, cancel: () => void canceled++ };
    wait(call);
    task.abort();
    assert.equal(canceled, 1);
    wait();
    assert.equal(canceled, 1);
  });

  for (const [title, call] of [
    ["for a moment only", { until: 1 }],
    ["of saves and rows", { longestWait: 5000 }],
    ["of a view that goes on when its rows are there", { callOrigin: "forgeside.repos" }],
    ["that can wait", { priority: "background" }],
    ["of no command", { callOrigin: undefined }],
    ["that wait for another write", { reason: "order" }],
  ] as const)
    test(`are not shown: those ${title}`, () => {
      const { wait, inSeconds } = bench();
      assert.deepEqual(wait({ ...call, until: inSeconds("until" in call ? call.until : 12) }), []);
    });
});
