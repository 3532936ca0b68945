import assert from "node:assert/strict";
import { test } from "node:test";
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

test("selectTests › says what nothing has", () => {
  assert.throws(() => select("gists", "sent"), /No test of unit has “sent” in its path or its name\./);
});
