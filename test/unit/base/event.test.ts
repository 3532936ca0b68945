import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Emitter } from "../../../src/base/event.ts";

describe("an emitter", () => {
  let emitter: Emitter<number>;
  let heard: string[];
  const listener = (name: string) => (value: number) => {
    heard.push(`${name}${value}`);
  };
  beforeEach(() => {
    emitter = new Emitter();
    heard = [];
  });

  it("calls its listeners in the order of their subscription", () => {
    emitter.event(listener("a"));
    emitter.event(listener("b"));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(heard, ["a1", "b1", "a2", "b2"]);
  });

  it("hands out an event that works without the emitter", () => {
    const { event } = emitter;
    event(listener("a"));
    emitter.fire(1);
    assert.deepEqual(heard, ["a1"]);
  });

  it("keeps two subscriptions of one function apart", () => {
    const same = listener("a");
    const first = emitter.event(same);
    emitter.event(same);
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ["a1", "a1", "a2"]);
    assert.equal(emitter.listenerCount, 1);
  });

  it("lets listeners come and go while it fires, from the next time on", () => {
    const inner = listener("late");
    const own = emitter.event((value) => {
      heard.push(`own${value}`);
      own.dispose();
      emitter.event(inner);
    });
    emitter.fire(1);
    assert.deepEqual(heard, ["own1"]);
    emitter.fire(2);
    assert.deepEqual(heard, ["own1", "late2"]);
  });

  it("is silent after its end", () => {
    const subscription = emitter.event(listener("a"));
    emitter.dispose();
    emitter.fire(1);
    subscription.dispose();
    assert.deepEqual(heard, []);
    assert.equal(emitter.listenerCount, 0);
  });
});
