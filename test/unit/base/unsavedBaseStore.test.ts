import assert from "node:assert/strict";
import { test } from "node:test";
import { UnsavedBaseStore } from "../../../src/base/unsavedBaseStore.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

const dayMs = 86_400_000;
const decode = (data: unknown): string | undefined => (typeof data === "string" ? data : undefined);
const open = (folder: MemoryFolder, clock: ManualClock) => new UnsavedBaseStore(folder, true, decode, clock);

test("Bases of unsaved texts › of windows that never came back are removed when they are old", async () => {
  const [folder, clock] = [new MemoryFolder(), new ManualClock()];
  await open(folder, clock).write("old", "1");
  clock.advance(50 * dayMs);
  await open(folder, clock).write("recent", "2");
  clock.advance(20 * dayMs);
  const later = open(folder, clock);
  assert.equal(await later.read("old"), "1");
  await later.write("own", "3");
  assert.deepEqual(
    [await later.read("old"), await later.read("recent"), await later.read("own")],
    [undefined, "2", "3"],
  );
});

test("Bases of unsaved texts › of windows that never came back are removed beyond a number, the oldest first", async () => {
  const [folder, clock] = [new MemoryFolder(), new ManualClock()];
  for (let count = 0; count < 250; count++) {
    clock.advance(1000);
    await folder.write(`${count}.window.json`, JSON.stringify({ key: String(count), data: "x", at: clock.now() }));
  }
  await folder.write("legacy.window.json", JSON.stringify({ key: "legacy", data: "x" }));
  await folder.write("damaged.window.json", "{");
  await open(folder, clock).write("own", "1");
  assert.equal(folder.files.size, 201);
  assert.ok(folder.files.has("249.window.json") && folder.files.has("50.window.json"));
  assert.ok(!folder.files.has("49.window.json") && !folder.files.has("legacy.window.json"));
});

test("Bases of unsaved texts › of windows that never came back are removed too where the first one replaces another", async () => {
  const [folder, clock] = [new MemoryFolder(), new ManualClock()];
  await open(folder, clock).write("old", "1");
  clock.advance(70 * dayMs);
  const later = open(folder, clock);
  await later.replace("own", "2");
  assert.deepEqual([await later.read("old"), await later.read("own")], [undefined, "2"]);
});
