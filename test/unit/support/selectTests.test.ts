import assert from "node:assert/strict";
import { test } from "node:test";
import { isWanted } from "../../support/run/wantedNames.ts";
import { selectIn } from "../../support/run/selectTests.ts";

const texts = new Map([
  ["gists/edits/engine", 'test("is saved")'],
  ["gists/share", 'test("is shared")'],
  ["hooks", 'describe("Hooks"); it("are saved")'],
]);
const select = (...wanted: readonly string[]) => selectIn("unit", texts, wanted);

test("selectTests › takes parts of paths", () => {
  assert.deepEqual(select("gists"), { files: ["gists/edits/engine", "gists/share"], names: [] });
  assert.deepEqual(select("test/unit/hooks.test.ts", "engine").files, ["gists/edits/engine", "hooks"]);
  assert.deepEqual(select().files.length, 3);
});

test("selectTests › takes names, in the files that are wanted", () => {
  assert.deepEqual(select("saved"), { files: ["gists/edits/engine", "hooks"], names: ["saved"] });
  assert.deepEqual(select("gists", "saved"), { files: ["gists/edits/engine"], names: ["saved"] });
  assert.deepEqual(select("Hooks › are saved").files, ["hooks"]);
});

test("selectTests › takes a test after its suite only", () => {
  assert.throws(() => select("are saved › Hooks"), /No test of unit has/);
  assert.throws(() => select("Hooks › is saved"), /No test of unit has/);
});

test("selectTests › compares the names of tests with their suites", () => {
  const names = ["Hooks › are saved", "shared"];
  assert.equal(isWanted("Hooks › are saved again", names), true);
  assert.equal(isWanted("Keys › are saved", names), false);
  assert.equal(isWanted("gists › is shared", names), true);
  assert.equal(isWanted("Hooks › inner › are saved", names), false);
  assert.equal(isWanted("anything", []), true);
});

test("selectTests › says what nothing has", () => {
  assert.throws(() => select("gists", "sent"), /No test of unit has “sent” in its path or its name\./);
});
