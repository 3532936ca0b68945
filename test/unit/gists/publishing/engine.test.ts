import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../../src/base/errors.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditConflict } from "../../../../src/gists/publishing/editConflict.ts";
import { eventually } from "../../../support/eventually.ts";
import { EngineTest, offline, other, place, turn } from "./engineTest.ts";

let t: EngineTest;
beforeEach(() => {
  t = new EngineTest();
});

describe("a save", () => {
  test("goes to the service at once and leaves nothing behind", async () => {
    const { engine } = t.open();
    assert.equal(await engine.save(place, { base: "old", mine: "new" }), "published");
    assert.deepEqual(t.sent, [{ name: "f", base: "old", mine: "new" }]);
    assert.equal(t.folder.files.size, 0);
  });

  test("of what the service has sends nothing", async () => {
    const { engine } = t.open();
    assert.equal(await engine.save(place, { base: "same", mine: "same" }), "unchanged");
    assert.deepEqual(t.sent, []);
  });

  test("that meets a conflict is stored with its own side, for the user to decide", async () => {
    const { engine, pending } = t.open();
    t.answers = [{ kind: "conflict", base: "old", mine: "mine", theirs: "theirs" }];
    await assert.rejects(
      engine.save(place, { base: "old", mine: "mine" }),
      (error) => error instanceof EditConflict && error.theirs === "theirs" && error.edit === pending.all[0]?.id,
    );
    assert.deepEqual(
      pending.all.map(({ state, reason, base, mine }) => [state, reason, base, mine]),
      [["conflict", "conflict", "old", "mine"]],
    );
  });

  for (const [kind, status] of [
    ["notFound", 404],
    ["forbidden", 403],
    ["permission", 403],
    ["unprocessable", 422],
  ] as const)
    test(`that the service refuses for good (${kind}) is stored, with what it answered`, async () => {
      const { engine, pending } = t.open();
      const refusal = new HttpError(kind, status, "No");
      const failed: unknown[] = [];
      engine.onDidFail(({ edit, error }) => failed.push([edit.id, error]));
      t.answers = [refusal];
      assert.equal(await engine.save(place, { base: "old", mine: "mine" }), "refused");
      const [edit] = pending.all;
      assert.deepEqual([edit?.state, edit?.reason, edit?.mine], ["refused", kind, "mine"]);
      assert.deepEqual(failed, [[edit?.id, refusal]]);
      // It is sent again when the user says so, and only then.
      await engine.flush();
      assert.deepEqual(t.sent, []);
      assert.equal(await engine.publish(place), "published");
      assert.deepEqual([t.sent.length, pending.all], [1, []]);
    });

  test("that the user does not let go because of a secret is stored, and not sent by itself", async () => {
    const { engine, pending } = t.open();
    t.answers = [new CancelledError()];
    assert.equal(await engine.save(place, { base: "old", mine: "mine" }), "heldBack");
    assert.deepEqual([pending.all[0]?.state, pending.all[0]?.reason], ["unpublished", "heldBack"]);
    await engine.resume();
    t.clock.advance(3_600_000);
    await engine.flush();
    assert.deepEqual(t.sent, []);
  });

  test("that fails with something else than an answer of the service is not reported as stored", async () => {
    const { engine } = t.open();
    t.answers = [new TypeError("a fault of our own")];
    await assert.rejects(engine.save(place, { base: "old", mine: "mine" }), TypeError);
    assert.equal(t.folder.files.size, 0);
  });

  test("of another user's gist is kept and sent nowhere", async () => {
    const { engine, pending } = t.open();
    const failed: string[] = [];
    engine.onDidFail(({ edit }) => failed.push(edit.state));
    assert.equal(await engine.refuse(place, { base: "old", mine: "mine" }), "refused");
    assert.deepEqual([t.sent.length, pending.all[0]?.mine, failed.join()], [0, "mine", "refused"]);
  });
});

describe("the outbox", () => {
  test("takes what cannot be sent and sends it when the service is back, in order, each once", async () => {
    const { engine, pending } = t.open();
    t.answers = [offline, offline];
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "queued");
    t.clock.advance(1);
    assert.equal(await engine.save(other, { base: "1", mine: "3" }), "queued");
    assert.equal(await engine.save(place, { base: "1", mine: "4", edit: pending.known(place)?.id }), "queued");
    assert.deepEqual(t.sent, []);
    t.answers = [];
    t.clock.advance(300_000);
    await eventually(() => pending.all.length === 0, "the outbox is empty");
    assert.deepEqual(t.sent, [
      { name: "f", base: "1", mine: "4" },
      { name: "g", base: "1", mine: "3" },
    ]);
    assert.equal(t.folder.files.size, 0);
    assert.equal(t.clock.pending, 0);
  });

  test("tries again with growing pauses while the service is away", async () => {
    const { engine, pending } = t.open();
    t.answers = Array.from({ length: 4 }, () => offline);
    await engine.save(place, { base: "1", mine: "2" });
    await eventually(() => {
      t.clock.advance(2000);
      return pending.all.length === 0;
    }, "the edit is sent");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "2" }]);
    assert.deepEqual(t.answers, []);
  });

  test("waits until the service's limit is over", async () => {
    const { engine } = t.open();
    const retryAt = t.clock.now() + 600_000;
    t.answers = [new HttpError("rateLimited", 403, "limit", { retryAt })];
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "queued");
    t.clock.advance(599_000);
    await turn();
    assert.deepEqual(t.sent, []);
    t.clock.advance(2000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
  });

  test("survives a restart", async () => {
    const first = t.open();
    t.answers = [offline];
    await first.engine.save(place, { base: "1", mine: "2" });
    first.engine.dispose();
    t.answers = [];
    const second = t.open();
    await second.engine.resume();
    t.clock.advance(0);
    await eventually(() => t.sent.length === 1, "the edit is sent");
    await eventually(() => t.folder.files.size === 0, "nothing is left");
  });

  test("reports an edit that fails for good and continues with the others", async () => {
    const { engine, pending } = t.open();
    t.answers = [offline, offline];
    await engine.save(place, { base: "1", mine: "2" });
    t.clock.advance(1);
    await engine.save(other, { base: "1", mine: "3" });
    const failed: string[] = [];
    engine.onDidFail(({ edit }) => failed.push(`${edit.place.fileName} ${edit.state} ${edit.reason ?? ""}`));
    t.answers = [new HttpError("gone", 410, "gone")];
    await engine.flush();
    assert.deepEqual(failed, ["f refused gone"]);
    assert.deepEqual(t.sent, [{ name: "g", base: "1", mine: "3" }]);
    assert.deepEqual(
      pending.all.map(({ mine }) => mine),
      ["2"],
    );
  });

  test("keeps an edit that meets a conflict", async () => {
    const { engine, pending } = t.open();
    t.answers = [offline];
    await engine.save(place, { base: "1", mine: "2" });
    t.answers = [{ kind: "conflict", base: "1", mine: "2", theirs: "3" }];
    await engine.flush();
    assert.deepEqual(
      pending.all.map(({ state, mine }) => [state, mine]),
      [["conflict", "2"]],
    );
    await engine.rebase(place, "3", "2", pending.known(place)?.id);
    assert.equal(await engine.publish(place), "published");
    assert.deepEqual(t.sent.at(-1), { name: "f", base: "3", mine: "2" });
  });
});

describe("publishing on demand", () => {
  beforeEach(() => {
    t.mode = "manual";
  });

  test("keeps every save until it is wanted, with the base of the first", async () => {
    const { engine, pending } = t.open();
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "kept");
    assert.equal(await engine.save(place, { base: "2", mine: "3", edit: pending.known(place)?.id }), "kept");
    assert.deepEqual(t.sent, []);
    assert.deepEqual(
      pending.all.map(({ base, mine, state }) => [base, mine, state]),
      [["1", "3", "unpublished"]],
    );
    assert.equal(await engine.publish(place), "published");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "3" }]);
    assert.equal(t.folder.files.size, 0);
  });

  test("an edit that was undone by hand is no longer pending", async () => {
    const { engine, pending } = t.open();
    await engine.save(place, { base: "1", mine: "2" });
    assert.equal(await engine.save(place, { base: "1", mine: "1", edit: pending.known(place)?.id }), "unchanged");
    assert.equal(t.folder.files.size, 0);
  });

  test("another window sees what was kept", async () => {
    const first = t.open();
    const second = t.open();
    await second.pending.load();
    await first.engine.save(place, { base: "1", mine: "2" });
    assert.equal(second.pending.all.length, 0);
    await second.pending.refresh();
    assert.equal(second.pending.all[0]?.mine, "2");
    await second.engine.publish(place);
    assert.equal((await first.pending.get(place)) === undefined, true);
    assert.equal(t.sent.length, 1);
  });
});

describe("a text that Auto Save saved", () => {
  const automatic = (mine: string) => ({ base: "1", mine, isAutomatic: true });

  test("is published after a pause, also with the mode onSave", async () => {
    const { engine, pending } = t.open();
    assert.equal(await engine.save(place, automatic("2")), "kept");
    await engine.save(place, { ...automatic("3"), edit: pending.known(place)?.id });
    await turn();
    assert.deepEqual(t.sent, []);
    t.clock.advance(30_000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "3" }]);
  });

  test("is published by the user's own save at once", async () => {
    const { engine, pending } = t.open();
    await engine.save(place, automatic("2"));
    assert.equal(await engine.save(place, { base: "1", mine: "2", edit: pending.known(place)?.id }), "published");
    assert.equal(t.sent.length, 1);
    assert.deepEqual(pending.all, []);
  });

  test("is published when the window loses the focus", async () => {
    const { engine } = t.open();
    await engine.save(place, automatic("2"));
    engine.publishAutomatic();
    await eventually(() => t.sent.length === 1, "the edit is sent");
    assert.equal(t.clock.pending, 0);
  });

  test("is published after the pause that a new window begins", async () => {
    const first = t.open();
    await first.engine.save(place, automatic("2"));
    first.engine.dispose();
    await t.open().engine.resume();
    t.clock.advance(30_000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
  });

  test("is not published by itself again once the user has cancelled that", async () => {
    const { engine, pending } = t.open();
    const failed: string[] = [];
    engine.onDidFail(({ edit }) => failed.push(edit.state));
    t.answers = [new CancelledError()];
    await engine.save(place, automatic("2"));
    t.clock.advance(30_000);
    await eventually(() => pending.known(place)?.isAutomatic === undefined, "it is the user's to publish");
    assert.deepEqual([failed, pending.known(place)?.state], [[], "unpublished"]);
    await engine.resume();
    assert.equal(t.clock.pending, 0);
  });

  test("waits for its account", async () => {
    const { engine } = t.open();
    await engine.save(place, automatic("2"));
    t.signedOut.add(place.accountId);
    t.clock.advance(30_000);
    await engine.resume();
    await turn();
    assert.deepEqual([t.sent, t.clock.pending], [[], 0]);
    t.signedOut.clear();
    engine.retryAccount(place.accountId);
    t.clock.advance(30_000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
  });

  test("waits for the user with the mode manual", async () => {
    t.mode = "manual";
    const { engine } = t.open();
    await engine.save(place, automatic("2"));
    engine.publishAutomatic();
    await engine.resume();
    t.clock.advance(60_000);
    await turn();
    assert.deepEqual(t.sent, []);
  });
});

describe("publishing after a pause", () => {
  beforeEach(() => {
    t.mode = "afterPause";
  });

  test("sends once, after the last save", async () => {
    const { engine, pending } = t.open();
    await engine.save(place, { base: "1", mine: "2" });
    t.clock.advance(29_000);
    await engine.save(place, { base: "1", mine: "3", edit: pending.known(place)?.id });
    t.clock.advance(29_000);
    await turn();
    assert.deepEqual(t.sent, []);
    t.clock.advance(1000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
    assert.deepEqual(t.sent, [{ name: "f", base: "1", mine: "3" }]);
    assert.equal(t.clock.pending, 0);
  });

  test("leaves what another window stored of the file to that window's pause", async () => {
    const first = t.open();
    const second = t.open();
    await first.engine.save(place, { base: "1", mine: "2" });
    t.clock.advance(29_000);
    await second.engine.save(place, { base: "1", mine: "3" });
    t.clock.advance(1000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
    await turn();
    assert.deepEqual(
      t.sent.map(({ mine }) => mine),
      ["2"],
    );
    t.clock.advance(29_000);
    await eventually(() => t.sent.length === 2, "the other one is sent");
    assert.equal(t.sent[1]?.mine, "3");
  });

  test("goes on after a restart", async () => {
    const first = t.open();
    await first.engine.save(place, { base: "1", mine: "2" });
    first.engine.dispose();
    const second = t.open();
    await second.engine.resume();
    t.clock.advance(30_000);
    await eventually(() => t.sent.length === 1, "the edit is sent");
  });
});

describe("the kept edits", () => {
  test("fire when they change", async () => {
    const { engine, pending } = t.open();
    t.mode = "manual";
    const heard: string[] = [];
    pending.onDidChange((places) => heard.push(places.map(({ fileName }) => fileName).join()));
    await engine.save(place, { base: "1", mine: "2" });
    await engine.discard(place);
    assert.deepEqual(heard, ["f", "f"]);
  });

  test("a damaged file among them harms no other", async () => {
    const { engine, pending } = t.open();
    t.mode = "manual";
    await engine.save(place, { base: "1", mine: "2" });
    t.folder.files.set("x.json", "{");
    t.folder.files.set("y.json", '{"version":1,"edit":{"mine":5}}');
    await pending.refresh();
    assert.equal(pending.all.length, 1);
  });
});
