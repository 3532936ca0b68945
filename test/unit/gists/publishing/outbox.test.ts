import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { eventually } from "../../../support/eventually.ts";
import { EngineTest, offline, place, turn } from "./engineTest.ts";

let t: EngineTest;
beforeEach(() => {
  t = new EngineTest();
});

describe("two windows with one outbox", () => {
  test("keep what one saved while the other published an earlier text", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "v1" });
    await second.pending.refresh();
    const { publish } = t.hold();
    const publishing = first.engine.publish(place);
    await eventually(() => t.sent.length === 1, "v1 is sent");
    const shown = second.pending.known(place)?.id;
    assert.equal(await second.engine.save(place, { base: "1", mine: "v2", edit: shown }), "kept");
    publish();
    await publishing;
    await second.pending.refresh();
    await first.pending.refresh();
    for (const { pending } of [first, second])
      assert.deepEqual(
        pending.all.map(({ mine }) => mine),
        ["v2"],
      );
    assert.equal(await second.engine.publish(place), "published");
    assert.equal(t.sent.at(-1)?.mine, "v2");
  });

  test("never publish one edit twice", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    await second.pending.refresh();
    const { publish } = t.hold();
    const both = [first.engine.publish(place), second.engine.publish(place)];
    await eventually(() => t.sent.length === 1, "it is sent");
    // On a slow machine, the other window would find nothing left to publish.
    assert.equal(await Promise.race(both), "queued");
    publish();
    assert.deepEqual((await Promise.all(both)).map(String).toSorted(), ["published", "queued"]);
    assert.equal(t.sent.length, 1);
    t.clock.advance(10_000);
    await eventually(() => second.pending.all.length === 0, "the other window sees it");
    assert.equal(t.sent.length, 1);
  });

  test("go on with what a window that ended had claimed, once its lease is over", async () => {
    const first = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    await first.pending.claim(first.pending.known(place)?.id ?? "");
    first.engine.dispose();
    const second = t.open();
    await second.pending.load();
    assert.equal(await second.engine.publish(place), "queued");
    t.clock.advance(200_000);
    assert.equal(await second.engine.publish(place), "published");
  });
});

describe("the outbox of several accounts", () => {
  const theirs = { ...place, accountId: "b" };

  test("goes on with the others when one has no token, and with that one when it has another", async () => {
    const { engine, pending } = t.open();
    t.answers = [new HttpError("unauthorized", 401, "bad token"), offline];
    await engine.save(place, { base: "1", mine: "2" });
    t.clock.advance(1);
    await engine.save(theirs, { base: "1", mine: "3" });
    t.signedOut.add("a");
    t.answers = [];
    t.clock.advance(300_000);
    await eventually(() => pending.all.length === 1, "the other account's edit is sent");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "3" }]);
    t.clock.advance(86_400_000);
    await turn();
    assert.equal(t.sent.length, 1);
    assert.equal(t.clock.pending, 0);
    t.signedOut.clear();
    engine.retryAccount("a");
    t.clock.advance(0);
    await eventually(() => pending.all.length === 0, "the first account's edit is sent");
  });

  test("pauses each account by itself", async () => {
    const { engine, pending } = t.open();
    t.answers = [new HttpError("rateLimited", 403, "limit", { retryAt: t.clock.now() + 3_000_000 }), offline];
    await engine.save(place, { base: "1", mine: "2" });
    t.clock.advance(1);
    await engine.save(theirs, { base: "1", mine: "3" });
    t.answers = [];
    t.clock.advance(60_000);
    await eventually(() => pending.all.length === 1, "the other account's edit is sent");
    assert.equal(pending.all[0]?.place.accountId, "a");
    t.clock.advance(3_000_000);
    await eventually(() => pending.all.length === 0, "both are sent");
  });

  test("tries again what the service answered oddly, instead of leaving it for ever", async () => {
    for (const kind of ["unreadable", "redirect", "http", "conflict"] as const) {
      const { engine, pending } = t.open();
      t.answers = [new HttpError(kind, 500, kind)];
      assert.equal(await engine.save(place, { base: "1", mine: kind }), "queued");
      t.clock.advance(300_000);
      await eventually(() => pending.all.length === 0, `${kind} is t.sent`);
    }
  });
});

describe("an edit that another window has published", () => {
  test("is taken back by a save of the former text", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    const shown = first.pending.known(place)?.id;
    await second.pending.refresh();
    await second.engine.publish(place);
    t.mode = "onSave";
    assert.equal(
      await first.engine.save(place, { base: "1", mine: "1", edit: shown, editText: "2" }),
      "published",
    );
    assert.equal(t.sent.at(-1)?.mine, "1");
  });

  test("is taken back when it is being published just now", async () => {
    const first = t.open();
    const second = t.open();
    t.mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    await second.pending.refresh();
    const { publish } = t.hold();
    const publishing = second.engine.publish(place);
    await eventually(() => t.sent.length === 1, "it is sent");
    const edit = first.pending.known(place)?.id;
    t.mode = "onSave";
    assert.equal(await first.engine.save(place, { base: "1", mine: "1", edit, editText: "2" }), "queued");
    publish();
    await publishing;
    t.clock.advance(10_000);
    await eventually(() => first.pending.all.length === 0, "the former text is sent");
    assert.equal(t.sent.at(-1)?.mine, "1");
  });
});
