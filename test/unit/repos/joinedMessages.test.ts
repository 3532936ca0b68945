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
  const expect = (...paths: string[]) => messages.expect(paths.map((path) => change(path).place));
  const message = (...paths: string[]) => messages.of(paths.map(change));

  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    messages = new JoinedMessages(clock, async (changes) => {
      asked.push(changes.map(({ place }) => place.path));
      return `message ${asked.length}`;
    });
  });

  it("are one for what comes within a moment, and others later", async () => {
    const first = [message("a"), message("b", "c")];
    clock.advance(150);
    assert.deepEqual(await Promise.all(first), ["message 1", "message 1"]);
    const later = message("d");
    clock.advance(150);
    assert.equal(await later, "message 2");
    assert.deepEqual(asked, [["a", "b", "c"], ["d"]]);
  });

  it("are one for what was announced together, as soon as the last one comes, and do not hold others", async () => {
    expect("a", "b");
    const first = message("a");
    clock.advance(1000);
    const other = message("c");
    clock.advance(150);
    assert.equal(await other, "message 1");
    const second = message("b");
    assert.deepEqual(await Promise.all([first, second]), ["message 2", "message 2"]);
    const next = message("a");
    clock.advance(150);
    assert.equal(await next, "message 3");
    assert.deepEqual(asked, [["c"], ["a", "b"], ["a"]]);
  });

  it("do not wait for what ended without a question, and not longer than ten seconds for one that does not end", async () => {
    const { ended } = expect("a", "b");
    const first = message("a");
    clock.advance(150);
    assert.deepEqual(asked, []);
    ended(change("b").place);
    assert.equal(await first, "message 1");

    expect("c", "d");
    const second = message("c");
    clock.advance(9_999);
    assert.deepEqual(asked, [["a"]]);
    clock.advance(1);
    assert.equal(await second, "message 2");
    const late = message("d");
    clock.advance(150);
    assert.equal(await late, "message 3");
  });

  it("ask nothing where nothing came, and once for two saves of one file", async () => {
    const { ended } = expect("a");
    ended(change("a").place);
    assert.deepEqual(asked, []);
    expect("a", "b");
    const all = [message("a"), message("a"), message("b")];
    assert.deepEqual(await Promise.all(all), ["message 1", "message 1", "message 1"]);
    assert.deepEqual(asked, [["a", "a", "b"]]);
  });

  it("are asked one after the other, also where one is refused", async () => {
    const answers: ((answer: Promise<string>) => void)[] = [];
    messages = new JoinedMessages(clock, (changes) => {
      asked.push(changes.map(({ place }) => place.path));
      return new Promise((resolve) => answers.push(resolve));
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const first = message("a");
    clock.advance(150);
    const second = message("b");
    clock.advance(150);
    await turn();
    assert.deepEqual(asked, [["a"]]);
    answers[0]?.(Promise.reject(new Error("left")));
    await assert.rejects(first, /left/);
    await turn();
    assert.deepEqual(asked, [["a"], ["b"]]);
    answers[1]?.(Promise.resolve("mine"));
    assert.equal(await second, "mine");
  });
});
