import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { JoinedMessages } from "../../../src/repos/files/joinedMessages.ts";
import type { FileChange } from "../../../src/repos/files/commitErrors.ts";
import { ManualClock } from "../../support/manualClock.ts";

const change = (path: string): FileChange => ({
  place: { accountId: "a", owner: "mia", repo: "tools", ref: "main", path },
  kind: "write",
});

describe("The messages of several commits", () => {
  let clock: ManualClock;
  let messages: JoinedMessages;
  let asked: string[][];
  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    messages = new JoinedMessages(clock, async (changes) => {
      asked.push(changes.map(({ place }) => place.path));
      return `message ${asked.length}`;
    });
  });

  it("are one for what comes within a moment, and others later", async () => {
    const first = [messages.of([change("a")]), messages.of([change("b"), change("c")])];
    clock.advance(150);
    assert.deepEqual(await Promise.all(first), ["message 1", "message 1"]);
    const later = messages.of([change("d")]);
    clock.advance(150);
    assert.equal(await later, "message 2");
    assert.deepEqual(asked, [["a", "b", "c"], ["d"]]);
  });

  it("are one for what is expected, however late it comes", async () => {
    const expected = ["a", "b"].map((path) => messages.expect(change(path).place));
    const first = messages.of([change("a")]);
    clock.advance(60_000);
    assert.deepEqual(asked, []);
    const second = messages.of([change("b")]);
    assert.deepEqual(await Promise.all([first, second]), ["message 1", "message 1"]);
    for (const each of expected) each.dispose();
    const next = messages.of([change("a")]);
    clock.advance(150);
    assert.equal(await next, "message 2");
  });

  it("do not wait for what is expected and ended without a question", async () => {
    const [, other] = ["a", "b"].map((path) => messages.expect(change(path).place));
    const first = messages.of([change("a")]);
    clock.advance(150);
    assert.deepEqual(asked, []);
    other?.dispose();
    assert.equal(await first, "message 1");
  });

  it("wait for each of two expected saves of the same file", async () => {
    for (const path of ["a", "a"]) messages.expect(change(path).place);
    const first = messages.of([change("a")]);
    clock.advance(150);
    assert.deepEqual(asked, []);
    const second = messages.of([change("a")]);
    assert.deepEqual(await Promise.all([first, second]), ["message 1", "message 1"]);
  });
});
