import assert from "node:assert/strict";
import type { Deployed } from "../../src/deployments/board.ts";
import { messageOfRows } from "../../src/deployments/timeline/view.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

const deployed = (id: number, minutesAgo: number, ref = "main", description = ""): Deployed => {
  const at = new Date(now - minutesAgo * 60_000).toISOString();
  return {
    deployment: {
      id,
      sha: "a".repeat(40),
      ref,
      task: "deploy",
      payload: {},
      description,
      creator: null,
      created_at: at,
      updated_at: at,
    },
    statuses: [],
  };
};

describe("The page of a deployment timeline", () => {
  it("names each of several deployments of one commit by its time, also those of one second", () => {
    const { rows } = messageOfRows(
      "Title",
      [5, 5, 10, 15].map((minutes, index) => deployed(index, minutes)),
      now,
      false,
    );
    const names = rows.map(({ actions }) => actions[0]?.spoken ?? "");
    assert.equal(new Set(names).size, 4, names.join("\n"));
    assert.equal(new Set(rows.map(({ label }) => label)).size, 4);
    assert.match(names[2] ?? "", /^Set Status\.\.\.: main @ aaaaaaa, Mar 10, 2026, \d/);
  });

  it("names a deployment by its ref and commit where no other has them", () => {
    const { rows } = messageOfRows("Title", [deployed(1, 5), deployed(2, 5, "next")], now, false);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ["main @ aaaaaaa", "next @ aaaaaaa"],
    );
  });

  it("has no date twice on its axis, and times only where dates would repeat", () => {
    const ticksOver = (minutes: number) => messageOfRows("Title", [deployed(1, minutes)], now, false).ticks;
    for (const minutes of [0, 3, 60, 3 * 24 * 60]) {
      const ticks = ticksOver(minutes).filter((tick) => tick !== "");
      assert.equal(new Set(ticks).size, ticks.length, ticks.join("\n"));
    }
    assert.match(ticksOver(3 * 24 * 60)[0] ?? "", /^Mar 7, 2026, \d/);
    assert.match(ticksOver(8 * 24 * 60)[0] ?? "", /^Mar 2, 2026$/);
  });

  it("has no text that turns the direction of others", () => {
    const odd = "a\u202Eb\u2066";
    const message = messageOfRows(odd, [deployed(1, 5, odd, odd)], now, false);
    assert.doesNotMatch(JSON.stringify(message), /[\u202A-\u202E\u2066-\u2069]/u);
    assert.equal(message.rows[0]?.label, "ab @ aaaaaaa");
  });
});
