import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { shapes } from "../../../../src/repos/insights/shape.ts";
import { chartKeys } from "../../../../src/repos/insights/types.ts";

describe("The shapes of insights", () => {
  it("have 52 weeks of participation, whatever the service sends", () => {
    const { all, owner } = shapes.participation({ all: [1, 2], owner: Array.from({ length: 60 }, () => 3) });
    assert.deepEqual([all.length, owner.length], [52, 52]);
    assert.deepEqual(all.slice(-3), [0, 1, 2]);
  });

  it("have a punch card of 7 days by 24 hours, and leave out hours that there are not", () => {
    const card = shapes.punchCard([[0, 0, 1], [6, 23, 2], [7, 0, 9], [0, 24, 9], [-1, 3, 9], [1, 1.5, 9], [2]]);
    assert.deepEqual([card.length, ...new Set(card.map((hours) => hours.length))], [7, 24]);
    assert.deepEqual([card[0]?.[0], card[6]?.[23]], [1, 2]);
    assert.equal(
      card.flat().reduce((sum, each) => sum + each, 0),
      3,
    );
  });

  it("have deletions as a number of lines", () => {
    assert.deepEqual(shapes.codeFrequency([[86_400, 5, -3]]), [{ week: 86_400_000, additions: 5, deletions: 3 }]);
  });

  it("have the contributors by their commits, also those without an account", () => {
    const people = shapes.contributors([
      { author: null, total: 1, weeks: [{ w: 0, a: 2, d: 1, c: 1 }, {}] },
      { author: { login: "mia" }, total: 4, weeks: [] },
    ]);
    assert.deepEqual(people, [
      { name: "mia", commits: 4, additions: 0, deletions: 0 },
      { name: "", commits: 1, additions: 2, deletions: 1 },
    ]);
  });

  it("have the languages by their size, and nothing that is no size", () => {
    const used = shapes.languages({ CSS: 25, TypeScript: 75, None: 0, meta: { status: "200 OK" } });
    assert.deepEqual(used, [
      { name: "TypeScript", bytes: 75, share: 0.75 },
      { name: "CSS", bytes: 25, share: 0.25 },
    ]);
  });

  it("count as none what is no number", () => {
    const [week] = shapes.commitActivity([{ week: 1, total: "many", days: ["=1", null] }]);
    assert.deepEqual(week, { week: 1000, total: 0, days: [0, 0, 0, 0, 0, 0, 0] });
  });

  it("are refused for something else", () => {
    for (const key of chartKeys)
      for (const answer of ["text", null, 3, ...(key === "languages" ? [] : [{ all: 1 }, [null], [3]])])
        assert.throws(
          () => shapes[key](answer),
          (error) => HttpError.is(error, "unreadable"),
          `${key} ${JSON.stringify(answer)}`,
        );
  });
});
