import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BoundedMap } from "../../../src/base/boundedMap.ts";

describe("A bounded map", () => {
  it("forgets what was not used for the longest time", () => {
    const map = new BoundedMap<number>(3);
    for (const [index, key] of ["a", "b", "c"].entries()) map.set(key, index);
    assert.equal(map.get("a"), 0);
    map.set("d", 3);
    assert.deepEqual([...map.keys()], ["c", "a", "d"]);
    map.set("c", 5).set("e", 6);
    assert.deepEqual(
      [...map],
      [
        ["d", 3],
        ["c", 5],
        ["e", 6],
      ],
    );
  });

  it("has at most the given weight, and what was set last", () => {
    const map = new BoundedMap<string>(100, 10, (text) => text.length);
    map.set("a", "aaaa").set("b", "bbbb").set("c", "cccc");
    assert.deepEqual([...map.keys()], ["b", "c"]);
    map.set("b", "b").set("d", "dddd");
    assert.deepEqual([...map.keys()], ["c", "b", "d"]);
    map.set("huge", "x".repeat(50));
    assert.deepEqual([...map.keys()], ["huge"]);
    map.clear();
    map.set("a", "aaaaa").set("b", "bbbbb");
    assert.equal(map.size, 2);
    map.delete("a");
    map.set("c", "ccccc");
    assert.deepEqual([...map.keys()], ["b", "c"]);
  });
});
