import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DisposableStore, disposeOnError, toDisposable } from "../../../src/base/disposable.ts";

describe("a disposable made of a function", () => {
  it("frees once, however often it is disposed", () => {
    let freed = 0;
    const disposable = toDisposable(() => freed++);
    assert.equal(freed, 0);
    disposable.dispose();
    disposable.dispose();
    assert.equal(freed, 1);
  });

  it("is done even when freeing fails", () => {
    let tries = 0;
    const disposable = toDisposable(() => {
      tries++;
      throw new Error("broken");
    });
    assert.throws(() => disposable.dispose(), /broken/);
    disposable.dispose();
    assert.equal(tries, 1);
  });
});

describe("a disposable store", () => {
  it("frees what was added, last first, and hands back what it was given", () => {
    const store = new DisposableStore();
    const order: number[] = [];
    for (const number of [1, 2, 3]) {
      const item = toDisposable(() => order.push(number));
      assert.equal(store.add(item), item);
    }
    assert.equal(store.size, 3);
    store.dispose();
    assert.deepEqual(order, [3, 2, 1]);
    assert.equal(store.size, 0);
  });

  it("frees each item once when it is disposed twice", () => {
    const store = new DisposableStore();
    let freed = 0;
    store.add({ dispose: () => freed++ });
    store.dispose();
    store.dispose();
    assert.equal(freed, 1);
  });

  it("frees at once what is added after its end", () => {
    const store = new DisposableStore();
    store.dispose();
    let freed = 0;
    store.add({ dispose: () => freed++ });
    assert.equal(freed, 1);
    assert.equal(store.size, 0);
  });

  it("frees what an item adds while it is freed", () => {
    const store = new DisposableStore();
    const order: string[] = [];
    store.add({
      dispose: () => {
        order.push("outer");
        store.add({ dispose: () => order.push("inner") });
      },
    });
    store.dispose();
    assert.deepEqual(order, ["outer", "inner"]);
  });
});

describe("disposeOnError", () => {
  const order: string[] = [];
  const storeOf = (name: string): void => {
    new DisposableStore().add({ dispose: () => order.push(name) });
  };
  const fail = (): never => {
    throw new Error("broken");
  };

  it("frees the stores that were created in what fails, last first, and no others", () => {
    order.length = 0;
    storeOf("before");
    assert.throws(
      () =>
        disposeOnError(() => {
          storeOf("first");
          disposeOnError(() => storeOf("inner"));
          storeOf("last");
          fail();
        }),
      /broken/,
    );
    assert.deepEqual(order, ["last", "inner", "first"]);
  });

  it("frees only what failed when the failure is handled, and nothing of what works", () => {
    order.length = 0;
    const answer = disposeOnError(() => {
      storeOf("outer");
      assert.throws(() =>
        disposeOnError(() => {
          storeOf("inner");
          fail();
        }),
      );
      return "an answer";
    });
    storeOf("after");
    assert.equal(answer, "an answer");
    assert.deepEqual(order, ["inner"]);
  });
});
