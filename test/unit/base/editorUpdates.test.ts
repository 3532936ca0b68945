import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EditorUpdates } from "../../../src/base/editorUpdates.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("A new text of a document", () => {
  const offered = () => {
    const clock = new ManualClock();
    const updates = new EditorUpdates(clock);
    let count = 0;
    updates.offer("a", () => void count++);
    return { clock, updates, count: () => count };
  };

  it("is reported after the save, and again until an editor reads it", () => {
    const { clock, updates, count } = offered();
    clock.advance(99);
    assert.equal(count(), 0);
    clock.advance(1);
    clock.advance(200);
    assert.equal(count(), 2);
    updates.noteRead("b");
    updates.noteRead("a");
    clock.advance(10_000);
    assert.deepEqual([count(), clock.pending], [2, 0]);
  });

  it("takes the place of one that was offered before, and is reported as often", () => {
    const { clock, updates, count } = offered();
    clock.advance(100);
    let later = 0;
    updates.offer("a", () => void later++);
    for (let step = 0; step < 100; step++) clock.advance(200);
    assert.deepEqual([count(), later, clock.pending], [1, 6, 0]);
  });

  it("is not reported forever, nor after the end", () => {
    const first = offered();
    for (let step = 0; step < 100; step++) first.clock.advance(200);
    assert.deepEqual([first.count(), first.clock.pending], [6, 0]);
    const second = offered();
    second.updates.dispose();
    assert.equal(second.clock.pending, 0);
  });
});
