import assert from "node:assert/strict";
import { before, test } from "node:test";
import { answersOf } from "../../src/client/answers.ts";
import { operationIds, operationOf } from "../../src/client/operations/table.ts";
import { PublishedDescription } from "../support/publishedDescription.ts";
import facts from "../unit/client/data/operations.json" with { type: "json" };

const words: Readonly<Record<string, string>> = { list: "array", object: "object", message: "object" };

/** Where the table allows more than the description has, and why. */
const more: Readonly<Record<string, readonly number[]>> = {
  // GitHub Enterprise Server and services of 2015 answer these.
  "repos.fork": [201],
  "repos.watch": [204],
  "repos.getWatching": [204],
  "repos.getStatsParticipation": [202, 204],
  "repos.getStatsPunchCard": [202],
  // As any redirect may.
  "repos.getArchiveLink": [301, 307, 308],
};

let description: PublishedDescription;
before(async () => {
  description = await PublishedDescription.load();
});

for (const id of operationIds) {
  // The removed operations, and the one by number, which works and is not described.
  if (operationOf(id).today?.removed || id === "repos.one") continue;
  test(`${id} has the answers of the published description, and hardly any other`, () => {
    const row = operationOf(id);
    const [method = "", path = ""] = (row.today?.route ?? row.route).split(" ");
    const fact = facts.find((each) => each.id === id);
    const known = fact?.today.path ?? description.templateOf(method, path.replaceAll(/:[a-z_]+/g, "1"));
    const template = (known ?? "").replace("{tarball|zipball}", "tarball");
    const answers = answersOf(row);
    const described = description.successes(method, template);
    // A 301 or 307 is followed, and a 304 is for those who asked for it.
    const successes = Object.entries(described).filter(
      ([status]) => Number(status) < 300 || row.manualRedirect === true,
    );
    assert.ok(successes.length > 0, "it is described");
    for (const [status, types] of successes) {
      const shapes = [answers[Number(status)] ?? []].flat();
      assert.ok(shapes.length > 0, `${status} is expected`);
      const expected = shapes
        .filter((shape) => shape !== "empty" && shape !== "redirect")
        .map((each) => words[each]);
      if (types.length > 0 && status !== "202") assert.deepEqual(new Set(expected), new Set(types), status);
      if (types.length === 0) assert.deepEqual(expected, [], status);
    }
    // What a service answers for 201 or 204 in all likelihood, and for a list of nothing.
    const usual = row.shape === "object" ? [200] : [200, 204];
    const extra = Object.keys(answers).filter(
      (status) => !(status in described) && !usual.includes(Number(status)),
    );
    assert.deepEqual(extra.map(Number), more[id] ?? []);
  });
}

test("every write proves itself by what it answers, unless its answer is its status", () => {
  const without = operationIds.filter((id) => {
    const row = operationOf(id);
    return !row.route.startsWith("GET") && row.shape !== "empty" && row.proof === undefined;
  });
  assert.deepEqual(without, []);
});
