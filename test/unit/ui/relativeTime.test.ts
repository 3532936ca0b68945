import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relativeTime, shortAge } from "../../../src/ui/relativeTime.ts";

const now = Date.parse("2026-06-15T12:00:00Z");

describe("The age of a row", () => {
  for (const [iso, en, de] of [
    ["2026-06-15T11:59:01Z", "now", "jetzt"],
    ["2026-06-15T11:59:00Z", "1m", "1 Min."],
    ["2026-06-15T09:00:00Z", "3h", "3h"],
    ["2026-06-13T12:00:00Z", "2d", "2 T"],
    ["2026-06-01T12:00:00Z", "2w", "2 W"],
    ["2026-03-15T12:00:00Z", "3mo", "3 Mon."],
    ["2024-06-15T12:00:00Z", "2y", "2 J"],
    // The service's clock is ahead.
    ["2026-06-15T12:00:30Z", "now", "jetzt"],
    ["no date", "", ""],
  ] as const)
    it(`of ${iso} is “${en}”, in German “${de}”`, () => {
      assert.equal(shortAge(iso, now, "en"), en);
      assert.equal(shortAge(iso, now, "de"), de);
    });

  it("is written in one script in Japanese", () => {
    const ages = ["2026-06-15T09:00:00Z", "2026-06-01T12:00:00Z", "2026-03-15T12:00:00Z"];
    assert.deepEqual(
      ages.map((iso) => shortAge(iso, now, "ja")),
      ["3 時間", "2 週間", "3 か月"],
    );
  });
});

describe("The age in a sentence", () => {
  for (const [iso, expected] of [
    ["2026-06-15T11:59:59Z", "now"],
    ["2026-06-15T11:59:01Z", "now"],
    ["2026-06-15T11:59:00Z", "1 min. ago"],
    ["2026-06-15T12:00:30Z", "now"],
    ["2026-06-13T12:00:00Z", "2 days ago"],
  ] as const)
    it(`of ${iso} is “${expected}”`, () => assert.equal(relativeTime(iso, now, "en"), expected));
});
