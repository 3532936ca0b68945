import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { SignedOutError } from "../../../../src/base/errors.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import { eventually } from "../../../support/eventually.ts";
import { EngineTest, offline, other, place, turn } from "./engineTest.ts";

let t: EngineTest;
beforeEach(() => {
  t = new EngineTest();
});

const minute = 60_000;

/** Lets time pass, with what is done in it. */
const pass = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 1000) {
    t.clock.advance(1000);
    await turn();
    await turn();
  }
};

describe("an edit that another window sends", () => {
  test("for the first time is shown as unpublished nowhere", async () => {
    const first = t.open();
    const second = t.open();
    const { publish } = t.hold();
    const saving = first.engine.save(place, { base: "1", mine: "2" });
    await eventually(() => t.sent.length === 1, "it is sent");
    await second.engine.resume();
    await second.pending.refresh();
    assert.deepEqual(second.pending.all, []);
    assert.equal(await second.pending.get(place), undefined);
    assert.deepEqual(
      [await second.pending.isSentElsewhere(place), await first.pending.isSentElsewhere(place)],
      [true, false],
    );
    assert.equal(await second.pending.isSentElsewhere(other), false);
    await pass(3 * minute);
    assert.deepEqual(second.pending.all, [], "the first window has renewed its lease");
    publish();
    assert.equal(await saving, "published");
    assert.equal(await second.pending.isSentElsewhere(place), false);
    await pass(minute);
    assert.equal(t.sent.length, 1);
    assert.equal(t.clock.pending, 0);
  });

  test("is sent by a window that is open when the other one ends before the answer", async () => {
    const killed = new EngineTest();
    const first = killed.open();
    killed.hold();
    void first.engine.save(place, { base: "1", mine: "2" });
    await eventually(() => killed.sent.length === 1, "it is sent");
    const second = t.open();
    await second.engine.resume();
    for (const [name, text] of killed.folder.files) t.folder.files.set(name, text);
    await second.pending.refresh();
    assert.deepEqual(second.pending.all, []);
    await pass(minute);
    assert.equal(t.sent.length, 0);
    const shown: string[] = [];
    second.pending.onDidChange(() =>
      shown.push(...second.pending.all.map(({ mine, state }) => `${mine} ${state}`)),
    );
    await pass(2 * minute);
    await eventually(() => t.sent.length > 0 && t.folder.files.size === 0, "it is sent and removed");
    assert.equal(shown[0], "2 queued");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "2" }]);
  });

  test("is no longer shown soon after that window has published it", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    const { publish } = t.hold();
    const publishing = first.engine.publish(place);
    await eventually(() => t.sent.length === 1, "it is sent");
    await second.pending.refresh();
    assert.equal(second.pending.all.length, 1);
    publish();
    await publishing;
    await pass(10_000);
    assert.deepEqual(second.pending.all, []);
  });

  test("can't be discarded", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    const { publish } = t.hold();
    const publishing = first.engine.publish(place);
    await eventually(() => t.sent.length === 1, "it is sent");
    await second.pending.refresh();
    await assert.rejects(second.engine.discard(place), new GistProblem("sentElsewhere", "f"));
    assert.equal(second.pending.all.length, 1);
    publish();
    assert.equal(await publishing, "published");
    await second.engine.discard(place);
    assert.deepEqual(second.pending.all, []);
  });
});

describe("a save that is sent", () => {
  test("counts as unpublished for a sign-out, which waits for it", async () => {
    const { engine, pending } = t.open();
    const { publish } = t.hold();
    const saving = engine.save(place, { base: "1", mine: "2" });
    await eventually(() => t.sent.length === 1, "it is sent");
    assert.deepEqual(await pending.filesOf(place.accountId), [place]);
    const publishing = engine.publish(place);
    publish();
    assert.equal(await saving, "published");
    assert.equal(await publishing, undefined);
    assert.deepEqual(await pending.filesOf(place.accountId), []);
  });

  for (const choice of ["discarded", "kept"])
    test(`is stored no more than before when the account was signed out, and it was ${choice}`, async () => {
      const { engine, pending } = t.open();
      const publisher = t.hold();
      t.answerHeld = () => offline;
      const saving = engine.save(place, { base: "1", mine: "2" });
      await eventually(() => t.sent.length === 1, "it is sent");
      t.removed.add(place.accountId);
      if (choice === "discarded") t.folder.files.clear();
      publisher.publish();
      await assert.rejects(saving, SignedOutError);
      await pending.refresh();
      assert.deepEqual(
        pending.all.map(({ mine, state }) => [mine, state]),
        choice === "kept" ? [["2", "queued"]] : [],
      );
      assert.equal(t.folder.files.size, choice === "kept" ? 1 : 0);
    });

  test("is published though its record can't be removed, which is removed later", async () => {
    const { engine, pending } = t.open();
    t.answers = [offline];
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "queued");
    t.mode = "manual";
    await engine.save(place, { base: "1", mine: "3", edit: pending.known(place)?.id });
    t.mode = "onSave";
    const remove = t.folder.remove.bind(t.folder);
    t.folder.remove = () => Promise.reject(new Error("EBUSY"));
    assert.equal(await engine.save(place, { base: "1", mine: "4", edit: pending.known(place)?.id }), "published");
    t.folder.remove = remove;
    assert.deepEqual(pending.all, []);
    await pass(10_000);
    assert.deepEqual(pending.all, []);
    assert.equal(t.folder.files.size, 0);
    assert.deepEqual(
      t.sent.map(({ mine }) => mine),
      ["4"],
    );
  });
});
