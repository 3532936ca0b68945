import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { onAbort } from "../../../src/base/onAbort.ts";

describe("what is called when a signal is aborted", () => {
  it("is called once and in order, without what was disposed, also by another callback", () => {
    const controller = new AbortController();
    const { signal } = controller;
    const called: number[] = [];
    const disposables = [0, 1, 2, 3].map((number) =>
      onAbort(signal, () => {
        called.push(number);
        if (number === 1) disposables[2]?.dispose();
        onAbort(signal, () => called.push(-1));
      }),
    );
    disposables[0]?.dispose();
    disposables[0]?.dispose();
    controller.abort();
    controller.abort();
    for (const each of disposables) each.dispose();
    assert.deepEqual(called, [1, 3]);
  });

  it("is one listener of the signal, and none after all are disposed", () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 2; round++) {
      const all = Array.from({ length: 20 }, () => onAbort(signal, () => undefined));
      assert.equal(getEventListeners(signal, "abort").length, 1);
      for (const each of all) each.dispose();
      assert.equal(getEventListeners(signal, "abort").length, 0);
    }
  });

  it("needs no signal", () => {
    onAbort(undefined, () => assert.fail()).dispose();
  });
});
