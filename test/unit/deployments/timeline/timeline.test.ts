import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Deployed } from "../../../../src/deployments/board.ts";
import { parsePageMessage, parseTimelineMessage } from "../../../../src/deployments/timeline/messages.ts";
import { distinctLabels, ticksOf, timelineOf } from "../../../../src/deployments/timeline/timeline.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

/** `states` the newest first, each with the hours since. */
const deployed = (id: number, hours: number, ...states: readonly (readonly [string, number])[]): Deployed => ({
  deployment: {
    id,
    sha: "a".repeat(40),
    ref: "main",
    task: "deploy",
    payload: {},
    description: null,
    creator: null,
    created_at: hoursAgo(hours),
    updated_at: hoursAgo(hours),
  },
  statuses: states.map(([state, since], index) => ({
    id: index,
    state,
    description: "",
    creator: null,
    created_at: hoursAgo(since),
    updated_at: hoursAgo(since),
  })),
});

describe("The timeline of an environment", () => {
  it("has each deployment from its beginning through its states until another one takes its place", () => {
    const { rows, from, to } = timelineOf(
      [deployed(2, 50, ["success", 40]), deployed(1, 100, ["success", 80], ["pending", 90])],
      now,
    );
    assert.deepEqual([from, to], [Date.parse(hoursAgo(100)), now]);
    assert.deepEqual(
      rows.map(({ stretches, state, staleness }) => ({ stretches, state, staleness })),
      [
        {
          stretches: [
            { state: "none", from: 50, to: 60 },
            { state: "success", from: 60, to: 100 },
          ],
          state: "success",
          staleness: undefined,
        },
        {
          stretches: [
            { state: "none", from: 0, to: 10 },
            { state: "pending", from: 10, to: 20 },
            // Until the newer one succeeded, not until it began.
            { state: "success", from: 20, to: 60 },
          ],
          state: "success",
          staleness: "superseded",
        },
      ],
    );
  });

  it("shows a failure as a point in time, and what has no end as still going on", () => {
    const { rows } = timelineOf([deployed(2, 50), deployed(1, 100, ["failure", 80])], now);
    assert.deepEqual(rows[0]?.stretches, [{ state: "none", from: 50, to: 100 }]);
    assert.deepEqual(rows[1]?.stretches.at(-1), { state: "failure", from: 20, to: 20 });
  });

  it("leaves out a wait of no time", () => {
    const { rows } = timelineOf([deployed(1, 100, ["pending", 100])], now);
    assert.deepEqual(rows[0]?.stretches, [{ state: "pending", from: 0, to: 100 }]);
  });

  it("stays within its ends for times in the future, times that are none, and no deployments at all", () => {
    const odd = deployed(1, -5, ["success", -7], ["pending", 3]);
    const { rows } = timelineOf([odd, { ...odd, deployment: { ...odd.deployment, created_at: "soon" } }], now);
    for (const { from, to } of rows.flatMap(({ stretches }) => stretches))
      assert.ok(from >= 0 && to <= 100 && from <= 100 && to >= 0, `${from}–${to}`);
    assert.deepEqual(timelineOf([], now), { from: now, to: now + 1, rows: [] });
  });

  it("labels times by the coarsest format that gives no label twice", () => {
    const format = (length: number) => (time: number) => new Date(time).toISOString().slice(0, length);
    const [day, minute] = [format(10), format(16)];
    const hours = (...each: readonly number[]) => each.map((hour) => hour * 3_600_000);
    assert.deepEqual(distinctLabels(hours(0, 24), [day, minute]), ["1970-01-01", "1970-01-02"]);
    assert.deepEqual(distinctLabels(hours(0, 23), [day, minute]), ["1970-01-01T00:00", "1970-01-01T23:00"]);
    assert.deepEqual(distinctLabels([0, 1, 60_000], [day, minute]), ["1970-01-01T00:00", "", "1970-01-01T00:01"]);
    assert.deepEqual(distinctLabels([], [day, minute]), []);
  });

  it("has ticks at equal distances, its ends among them", () => {
    assert.deepEqual(ticksOf({ from: 0, to: 100 }, 5), [0, 25, 50, 75, 100]);
  });
});

describe("Messages of the timeline's page", () => {
  it("are taken when they are what the page says, and nothing else is", () => {
    assert.deepEqual(parsePageMessage({ type: "ready", id: 3 }), { type: "ready" });
    assert.deepEqual(parsePageMessage({ type: "status", id: 3 }), { type: "status", id: 3 });
    for (const bad of [
      undefined,
      null,
      "ready",
      {},
      { type: "status" },
      { type: "open", id: "3" },
      { type: "run" },
    ])
      assert.equal(parsePageMessage(bad), undefined);
  });

  it("to the page are whole or nothing", () => {
    const whole = { type: "timeline", rows: [], ticks: [], buttons: [] };
    assert.equal(parseTimelineMessage(whole), whole);
    assert.equal(parseTimelineMessage({ ...whole, rows: undefined }), undefined);
    assert.equal(parseTimelineMessage({ type: "chart" }), undefined);
  });
});
