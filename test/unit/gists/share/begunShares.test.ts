import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../../src/base/errors.ts";
import { beforeMade } from "../../../../src/client/beforeWrite.ts";
import { BegunShares, begunSharesKey, begunSharesOf } from "../../../../src/gists/share/begunShares.ts";

const share = { accountId: "ada", what: "notes.md, lines 1–3" };

describe("Shares that a window has begun", () => {
  let stored: Map<string, unknown>;
  /** As after a reload of the window. */
  const open = (): BegunShares =>
    new BegunShares({
      get: (key: string) => stored.get(key) as never,
      update: async (key, value) => {
        // VS Code stores JSON.
        if (value === undefined) stored.delete(key);
        else stored.set(key, JSON.parse(JSON.stringify(value)));
      },
    });
  const { signal } = new AbortController();
  beforeEach(() => (stored = new Map()));

  it("are stored while their answer is waited for, and no longer", async () => {
    const window = open();
    let seen: unknown;
    const task = async () => {
      seen = stored.get(begunSharesKey);
      return "made";
    };
    assert.equal(await window.during(share, signal, task), "made");
    assert.deepEqual([seen, stored.size], [[share], 0]);
    const fails = window.during(share, signal, () => Promise.reject(new Error("Refused")));
    await assert.rejects(fails, /Refused/);
    assert.equal(stored.size, 0);
  });

  it("are known after a reload in between, also when closing the window has ended the wait, and reported once", async () => {
    void open().during(share, signal, () => new Promise(() => undefined));
    assert.deepEqual(open().interrupted, [share]);
    stored.clear();
    const closed = open().during(share, signal, () => Promise.reject(new CancelledError()));
    await assert.rejects(closed, CancelledError);
    const next = open();
    assert.deepEqual(next.interrupted, [share]);
    next.forgetInterrupted();
    assert.deepEqual([next.interrupted, open().interrupted], [[], []]);
  });

  it("are over when the user leaves a question before anything is sent, or cancels", async () => {
    const left = open().during(share, signal, () => beforeMade(() => Promise.reject(new CancelledError())));
    await assert.rejects(left, CancelledError);
    assert.equal(stored.size, 0);
    const canceled = open().during(share, AbortSignal.abort(), () => Promise.reject(new CancelledError()));
    await assert.rejects(canceled, CancelledError);
    assert.equal(stored.size, 0);
  });

  it("are forgotten with their account", async () => {
    const window = open();
    void window.during(share, signal, () => new Promise(() => undefined));
    void window.during({ ...share, accountId: "mia" }, signal, () => new Promise(() => undefined));
    window.forget("ada");
    assert.deepEqual(open().interrupted, [{ ...share, accountId: "mia" }]);
    const next = open();
    next.forget("mia");
    assert.deepEqual([next.interrupted, stored.size], [[], 0]);
  });

  it("stay each for itself", async () => {
    const window = open();
    let end = (): void => undefined;
    const first = window.during(share, signal, () => new Promise<void>((resolve) => (end = resolve)));
    void window.during({ ...share, what: "another" }, signal, () => new Promise(() => undefined));
    end();
    await first;
    assert.deepEqual(open().interrupted, [{ ...share, what: "another" }]);
  });

  it("are read from what is stored, whatever it is", () => {
    for (const value of [undefined, null, 1, "x", {}, [null], [{ accountId: 1 }], [{ what: "x" }]])
      assert.deepEqual(begunSharesOf(value), []);
  });
});
