import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { factsOf, linesOf } from "../../../src/service/facts.ts";

describe("What a service publishes of itself", () => {
  it("is read as names with values, lists and more below", () => {
    const facts = factsOf({
      verifiable: true,
      hooks: ["192.0.2.0/26", "2001:db8::/48"],
      keys: { rsa: "abc", more: [{ a: 1 }] },
      nothing: null,
      meta: { status: "200 OK" },
    });
    assert.deepEqual(
      facts.map(({ name, value, children }) => [name, value, children.length]),
      [
        ["verifiable", "true", 0],
        ["hooks", undefined, 2],
        ["keys", undefined, 2],
        ["nothing", "null", 0],
      ],
    );
    assert.deepEqual(facts[1] && linesOf(facts[1]), ["192.0.2.0/26", "2001:db8::/48"]);
    assert.deepEqual(facts[2] && linesOf(facts[2]), ["abc", "1"]);
    assert.deepEqual(facts[0] && linesOf(facts[0]), ["true"]);
  });

  it("that is no object, or very deep, is no trouble", () => {
    assert.deepEqual(factsOf("no"), []);
    assert.deepEqual(factsOf(null), []);
    let deep: unknown = "end";
    for (let level = 0; level < 40; level += 1) deep = { deep };
    const lines = factsOf(deep).flatMap((fact) => linesOf(fact));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^\{"deep":.*"end"\}+$/);
  });
});
