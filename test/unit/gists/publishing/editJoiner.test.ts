import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditJoiner, type EditSender, type GistEdit } from "../../../../src/gists/publishing/editJoiner.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";

interface Sent {
  readonly key: string;
  readonly edit: GistEdit;
  readonly succeed: (result: string) => void;
  readonly fail: (error: unknown) => void;
}

const content = (name: string, text: string): GistEdit => ({ files: { [name]: { content: text } } });

describe("the joiner of edits", () => {
  let clock: ManualClock;
  let sent: Sent[];
  let joiner: EditJoiner<string>;
  /** Whether the test adds edits of saves. */
  let isInSave: boolean;
  /** What the saves wait for is held back. */
  let hold: (error: Error) => void;
  const sender = (send: EditSender<string>["send"]): EditSender<string> => ({
    send,
    isInSave: () => isInSave,
    unlessHeld: (_, before) => Promise.race([before, new Promise<void>((__, reject) => (hold = reject))]),
  });
  beforeEach(() => {
    clock = new ManualClock();
    sent = [];
    isInSave = false;
    joiner = new EditJoiner(
      clock,
      sender((key, edit) => new Promise((succeed, fail) => sent.push({ key, edit, succeed, fail }))),
      60,
    );
  });
  const sends = (count: number): Promise<void> =>
    eventually(() => sent.length === count, `${count} calls are sent`);
  const editsOf = (key: string): readonly GistEdit[] =>
    sent.filter((call) => call.key === key).map(({ edit }) => edit);
  /** Lets everything that can happen without a call's answer happen. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it("sends what one gist gets within a moment as one call", async () => {
    const waiting = [
      joiner.add("g", content("a", "1")),
      joiner.add("g", { description: "new", files: { b: null } }),
      joiner.add("g", { files: { c: { filename: "d" } } }),
    ];
    clock.advance(59);
    await settle();
    assert.equal(sent.length, 0);
    clock.advance(1);
    await sends(1);
    assert.deepEqual(sent[0]?.edit, {
      description: "new",
      files: { a: { content: "1" }, b: null, c: { filename: "d" } },
    });
    sent[0]?.succeed("done");
    assert.deepEqual(await Promise.all(waiting), ["done", "done", "done"]);
    assert.equal(clock.pending, 0);
  });

  it("sends what a save gives with other saves only, which wait for as long as they do", async () => {
    const other = joiner.add("g", content("a", "1"));
    isInSave = true;
    const saves = [joiner.add("g", content("b", "1")), joiner.add("g", content("c", "1"))];
    isInSave = false;
    clock.advance(60);
    await sends(1);
    sent[0]?.succeed("other");
    await sends(2);
    sent[1]?.succeed("saves");
    assert.deepEqual([await other, ...(await Promise.all(saves))], ["other", "saves", "saves"]);
    assert.deepEqual(
      sent.map(({ edit }) => Object.keys(edit.files)),
      [["a"], ["b", "c"]],
    );
  });

  it("sends nothing of a save that can't wait for the call before it, and what comes later after that call", async () => {
    const first = joiner.add("g", content("a", "1"));
    clock.advance(60);
    await sends(1);
    isInSave = true;
    const save = joiner.add("g", content("b", "1"));
    clock.advance(60);
    await settle();
    hold(new Error("held back"));
    await assert.rejects(save, /held back/);
    const later = joiner.add("g", content("b", "2"));
    clock.advance(60);
    await settle();
    assert.equal(sent.length, 1);
    sent[0]?.succeed("first");
    await sends(2);
    sent[1]?.succeed("later");
    assert.deepEqual([await first, await later], ["first", "later"]);
    assert.deepEqual(sent[1]?.edit, content("b", "2"));
  });

  it("takes the description that was given last, and none when none was given", async () => {
    void joiner.add("g", { description: "first", files: { a: null } });
    void joiner.add("g", { description: "second", files: {} });
    void joiner.add("g", content("b", "1"));
    void joiner.add("h", content("b", "1"));
    clock.advance(60);
    await sends(2);
    assert.equal(editsOf("g")[0]?.description, "second");
    assert.equal("description" in (editsOf("h")[0] ?? {}), false);
  });

  it("waits for the first edit's moment only", async () => {
    void joiner.add("g", content("a", "1"));
    clock.advance(40);
    void joiner.add("g", content("b", "1"));
    clock.advance(20);
    await sends(1);
    assert.deepEqual(Object.keys(sent[0]?.edit.files ?? {}), ["a", "b"]);
  });

  it("joins what comes while a call for the gist is under way", async () => {
    const first = joiner.add("g", content("a", "1"));
    clock.advance(60);
    await sends(1);
    const second = joiner.add("g", content("b", "1"));
    clock.advance(600);
    await settle();
    const third = joiner.add("g", content("a", "2"));
    clock.advance(600);
    await settle();
    assert.equal(sent.length, 1);
    sent[0]?.succeed("one");
    await sends(2);
    sent[1]?.succeed("two");
    assert.deepEqual(await Promise.all([first, second, third]), ["one", "two", "two"]);
    assert.deepEqual(editsOf("g")[1], { files: { b: { content: "1" }, a: { content: "2" } } });
    assert.equal(clock.pending, 0);
  });

  it("sends two edits of one file as two calls, in their order", async () => {
    const first = joiner.add("g", content("a", "1"));
    const second = joiner.add("g", content("a", "2"));
    const third = joiner.add("g", content("a", "3"));
    clock.advance(60);
    await sends(1);
    sent[0]?.succeed("one");
    await sends(2);
    sent[1]?.succeed("two");
    await sends(3);
    sent[2]?.succeed("three");
    assert.deepEqual(await Promise.all([first, second, third]), ["one", "two", "three"]);
    assert.deepEqual(editsOf("g"), [content("a", "1"), content("a", "2"), content("a", "3")]);
  });

  for (const [title, first, second] of [
    ["an edit of the new name", { a: { filename: "b" } }, { b: { content: "1" } }],
    ["an edit of the new name before it", { b: { content: "1" } }, { a: { filename: "b" } }],
    ["a renaming to the same name", { a: { filename: "c" } }, { b: { filename: "c" } }],
    ["a renaming back", { a: { filename: "b" } }, { b: { filename: "a" } }],
  ] as const) {
    it(`sends a renaming and ${title} as two calls, in their order`, async () => {
      void joiner.add("g", { files: first });
      void joiner.add("g", { files: second });
      clock.advance(60);
      await sends(1);
      sent[0]?.succeed("");
      await sends(2);
      assert.deepEqual(editsOf("g"), [{ files: first }, { files: second }]);
    });
  }

  it("joins a later edit to the newest call, never to one before an edit of the same file", async () => {
    void joiner.add("g", content("a", "1"));
    void joiner.add("g", content("a", "2"));
    void joiner.add("g", content("b", "after 2"));
    clock.advance(60);
    await sends(1);
    sent[0]?.succeed("");
    await sends(2);
    assert.deepEqual(editsOf("g"), [
      content("a", "1"),
      { files: { a: { content: "2" }, b: { content: "after 2" } } },
    ]);
  });

  it("never has two calls of one gist under way", async () => {
    void joiner.add("g", content("a", "1"));
    clock.advance(60);
    await sends(1);
    void joiner.add("g", content("b", "1"));
    clock.advance(1000);
    await settle();
    assert.equal(sent.length, 1);
    sent[0]?.succeed("");
    await sends(2);
    void joiner.add("g", content("c", "1"));
    clock.advance(60);
    await settle();
    assert.equal(sent.length, 2);
    sent[1]?.succeed("");
    await sends(3);
  });

  it("does not let one gist wait for another", async () => {
    void joiner.add("g", content("a", "1"));
    void joiner.add("h", content("a", "2"));
    clock.advance(60);
    await sends(2);
    assert.deepEqual(
      sent.map(({ key }) => key),
      ["g", "h"],
    );
  });

  it("rejects all edits of a call that fails, and no others", async () => {
    const joined = [joiner.add("g", content("a", "1")), joiner.add("g", content("b", "1"))];
    const next = joiner.add("g", content("a", "2"));
    const elsewhere = joiner.add("h", content("a", "1"));
    const outcome = Promise.allSettled(joined);
    clock.advance(60);
    await sends(2);
    const failure = new Error("refused");
    sent[0]?.fail(failure);
    sent[1]?.succeed("h");
    assert.deepEqual(await outcome, [
      { status: "rejected", reason: failure },
      { status: "rejected", reason: failure },
    ]);
    await sends(3);
    sent[2]?.succeed("next");
    assert.deepEqual(await Promise.all([next, elsewhere]), ["next", "h"]);
  });

  it("sends each edit of a refused call on its own: one of them doesn't hold up the others", async () => {
    const joined = [joiner.add("g", content("a", "bad")), joiner.add("g", content("b", "1"))];
    const next = joiner.add("g", content("a", "2"));
    const outcome = Promise.allSettled(joined);
    clock.advance(60);
    const refusal = new HttpError("unprocessable", 422, "a is too long");
    await sends(1);
    sent[0]?.fail(refusal);
    await sends(2);
    sent[1]?.fail(refusal);
    await sends(3);
    sent[2]?.succeed("b");
    assert.deepEqual(await outcome, [
      { status: "rejected", reason: refusal },
      { status: "fulfilled", value: "b" },
    ]);
    await sends(4);
    sent[3]?.succeed("next");
    assert.equal(await next, "next");
    assert.deepEqual(
      editsOf("g").map(({ files }) => Object.keys(files).join()),
      ["a,b", "a", "b", "a"],
    );
  });

  for (const [title, failure] of [
    ["may have been made", new HttpError("unprocessable", 422, "unclear", { mayHaveSucceeded: true })],
    ["met a server that is away", new HttpError("server", 503, "away")],
  ] as const)
    it(`doesn't send the edits of a call again that ${title}`, async () => {
      const outcome = Promise.allSettled([joiner.add("g", content("a", "1")), joiner.add("g", content("b", "1"))]);
      clock.advance(60);
      await sends(1);
      sent[0]?.fail(failure);
      assert.deepEqual(
        (await outcome).map(({ status }) => status),
        ["rejected", "rejected"],
      );
      await settle();
      assert.equal(sent.length, 1);
    });

  it("goes on after a call that fails before it is sent", async () => {
    let calls = 0;
    const failing = new EditJoiner<string>(
      clock,
      sender(() => {
        calls++;
        if (calls === 1) throw new TypeError("at once");
        return Promise.resolve("fine");
      }),
    );
    const first = failing.add("g", content("a", "1"));
    const second = failing.add("g", content("a", "2"));
    const refused = assert.rejects(first, TypeError);
    clock.advance(60);
    await refused;
    assert.equal(await second, "fine");
  });

  it("keeps names apart that objects have of their own", async () => {
    const name = "__proto__";
    void joiner.add("g", { files: { [name]: { content: "1" } } });
    void joiner.add("g", { files: { constructor: { content: "2" }, toString: null } });
    clock.advance(60);
    await sends(1);
    assert.equal(
      JSON.stringify(sent[0]?.edit.files),
      '{"__proto__":{"content":"1"},"constructor":{"content":"2"},"toString":null}',
    );
  });
});
