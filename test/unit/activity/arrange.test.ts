import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { byDay, groupsOf, isMuted, isShown, noFilter } from "../../../src/activity/arrange.ts";
import type { Activity } from "../../../src/activity/types.ts";

let count = 0;
const activity = (given: Partial<Activity>): Activity => ({
  key: String((count += 1)),
  type: "WatchEvent",
  actor: "otto",
  repository: "mia/tools",
  at: 0,
  payload: {},
  raw: {},
  ...given,
});
const local = (text: string): number => new Date(text).getTime();
const now = local("2026-01-10T12:00:00");

describe("events of a feed", () => {
  it("are put by local days, the newest first", () => {
    const days = byDay(
      [
        activity({ at: local("2026-01-09T23:59:00") }),
        activity({ at: local("2026-01-10T00:01:00") }),
        activity({ at: local("2026-01-10T11:00:00") }),
        activity({ at: local("2025-12-31T10:00:00") }),
      ],
      now,
    );
    assert.deepEqual(
      days.map(({ day, activities }) => [day, activities.length]),
      [
        ["2026-01-10", 2],
        ["2026-01-09", 1],
        ["2025-12-31", 1],
      ],
    );
    assert.equal(days[0]?.activities[0]?.at, local("2026-01-10T11:00:00"));
  });

  it("from the future, or of no date, have a place of their own; clocks that differ a little are no future", () => {
    const days = byDay(
      [
        activity({ at: undefined }),
        activity({ at: now + 60_000 }),
        activity({ at: now + 86_400_000 }),
        activity({ at: local("9999-12-31T00:00:00") }),
      ],
      now,
    );
    assert.deepEqual(
      days.map(({ day, activities }) => [day, activities.length]),
      [
        ["future", 2],
        ["2026-01-10", 1],
        ["unknown", 1],
      ],
    );
  });

  it("are grouped by repository or person, whatever the case, in the order of the newest", () => {
    const all = [
      activity({ repository: "b/b", actor: "otto" }),
      activity({ repository: "A/a", actor: "nora" }),
      activity({ repository: "a/A", actor: "Otto" }),
      activity({ repository: "", actor: "" }),
    ];
    const names = (by: "repository" | "actor") =>
      groupsOf(all, by).map(({ name, activities }) => [name, activities.length]);
    assert.deepEqual(names("repository"), [
      ["b/b", 1],
      ["A/a", 2],
      ["", 1],
    ]);
    assert.deepEqual(names("actor"), [
      ["otto", 2],
      ["nora", 1],
      ["", 1],
    ]);
  });

  it("are shown when one of each that was chosen fits", () => {
    const one = activity({});
    assert.equal(isShown(noFilter, one), true);
    assert.equal(isShown({ ...noFilter, actors: ["nora", "OTTO"] }, one), true);
    assert.equal(isShown({ ...noFilter, actors: ["nora"] }, one), false);
    assert.equal(isShown({ types: ["WatchEvent"], actors: ["otto"], repositories: ["x/y"] }, one), false);
  });

  it("are muted by person, repository or type", () => {
    const one = activity({});
    assert.equal(isMuted([], one), false);
    assert.equal(isMuted([{ what: "actor", value: "Otto" }], one), true);
    assert.equal(isMuted([{ what: "repository", value: "MIA/tools" }], one), true);
    assert.equal(isMuted([{ what: "type", value: "PushEvent" }], one), false);
  });
});
