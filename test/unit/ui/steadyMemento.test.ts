import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { SteadyMemento } from "../../../src/ui/steadyMemento.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("A steady memento", () => {
  let stored: Map<string, unknown>;
  let clock: ManualClock;
  let memento: SteadyMemento;
  beforeEach(() => {
    stored = new Map();
    clock = new ManualClock();
    memento = new SteadyMemento(
      {
        keys: () => [...stored.keys()],
        get: <T>(key: string) => stored.get(key) as T,
        update: async (key: string, value: unknown) => void stored.set(key, value),
      },
      clock,
    );
  });

  it("has what was written here though an echo of an earlier value comes after it", async () => {
    await memento.update("a", 1);
    await memento.update("a", 2);
    stored.set("a", 1);
    assert.equal(memento.get("a"), 2);
    stored.set("a", 2);
    clock.advance(3000);
    assert.equal(memento.get("a"), 2);
  });

  it("has what another window wrote as soon as the echoes are over", async () => {
    await memento.update("a", 1);
    stored.set("a", 5);
    clock.advance(2999);
    assert.equal(memento.get("a"), 1);
    clock.advance(1);
    assert.equal(memento.get("a"), 5);
  });

  it("has the fallback for what is not there, or was just removed", async () => {
    assert.equal(memento.get("a", 7), 7);
    await memento.update("a", 1);
    await memento.update("a", undefined);
    stored.set("a", 1);
    assert.equal(memento.get("a", 7), 7);
    assert.deepEqual(memento.keys(), ["a"]);
  });
});
