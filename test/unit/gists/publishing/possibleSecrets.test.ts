import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../../src/base/errors.ts";
import type { EditEngine } from "../../../../src/gists/publishing/engine.ts";
import type { PendingEdits } from "../../../../src/gists/publishing/pendingEdits.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import { eventually } from "../../../support/eventually.ts";
import { EngineTest, offline, place, turn } from "./engineTest.ts";

const pauseMs = 30_000;

describe("A possible secret in what Auto Save stored", () => {
  let test: EngineTest;
  let engine: EditEngine;
  let pending: PendingEdits;
  let reported: string[];
  beforeEach(() => {
    test = new EngineTest();
    ({ engine, pending } = test.open());
    reported = [];
    engine.onDidFail(({ edit }) => reported.push(edit.mine));
  });
  const autoSave = async (mine: string): Promise<void> => {
    const edit = pending.all[0]?.id;
    assert.equal(await engine.save(place, { base: "old", mine, edit, isAutomatic: true }), "kept");
  };
  const pause = async (isOver: () => boolean): Promise<void> => {
    test.clock.advance(pauseMs);
    await eventually(isOver, "the pause is over");
  };
  const isHeldBack = () => pending.all[0]?.reason === "heldBack";
  const states = () => pending.all.map(({ mine, state, reason }) => [mine, state, reason]);

  it("is not asked about and not sent, but reported once", async () => {
    await autoSave("a SECRET");
    await pause(isHeldBack);
    await autoSave("a SECRET, typed on");
    await pause(isHeldBack);
    assert.deepEqual([test.asked, test.sent], [[], []]);
    assert.deepEqual(reported, ["a SECRET"]);
    assert.deepEqual(states(), [["a SECRET, typed on", "unpublished", "heldBack"]]);
    assert.deepEqual(test.errors, []);
  });

  it("is not in the way any longer when it was deleted", async () => {
    await autoSave("a SECRET");
    await pause(isHeldBack);
    await autoSave("nothing");
    await pause(() => pending.all.length === 0);
    assert.deepEqual([test.asked, test.sent.map(({ mine }) => mine), states()], [[], ["nothing"], []]);
  });

  it("is asked about when the user publishes it, and redacted where they want that", async () => {
    await autoSave("a SECRET");
    await pause(isHeldBack);
    test.guardAnswer = "redact";
    assert.equal(await engine.publish(place), "published");
    assert.deepEqual([test.asked, test.sent.map(({ mine }) => mine)], [["a SECRET"], ["a REDACTED"]]);
    assert.deepEqual(states(), []);
  });

  it("stays here until the user saves it once they did not let it be sent", async () => {
    await autoSave("a SECRET");
    await pause(isHeldBack);
    await assert.rejects(engine.publish(place), CancelledError);
    await autoSave("nothing");
    await pause(isHeldBack);
    assert.deepEqual([test.sent, states()], [[], [["nothing", "unpublished", "heldBack"]]]);
    assert.equal(
      await engine.save(place, { base: "old", mine: "nothing", edit: pending.all[0]?.id }),
      "published",
    );
    assert.deepEqual(states(), []);
  });

  it("stays here until the user saves it also where Auto Save stored it without any text in between", async () => {
    await autoSave("a SECRET");
    await pause(isHeldBack);
    await assert.rejects(engine.publish(place), CancelledError);
    const empty = { base: "old", mine: "", edit: pending.all[0]?.id, isAutomatic: true };
    assert.equal(await engine.storeFailed(place, empty, new GistProblem("emptyContent", "f")), "heldBack");
    assert.deepEqual(states(), [["", "unpublished", "heldBack"]]);
    await autoSave("other words");
    test.clock.advance(pauseMs);
    await turn();
    assert.deepEqual([test.sent, states()], [[], [["other words", "unpublished", "heldBack"]]]);
    // The user's own save says what is wrong with it.
    const own = { base: "old", mine: "", edit: pending.all[0]?.id };
    assert.equal(await engine.storeFailed(place, own, new GistProblem("emptyContent", "f")), "refused");
    assert.deepEqual(states(), [["", "refused", "emptyContent"]]);
  });

  it("stays here after a reload, also where each edit is published after a pause", async () => {
    test.mode = "afterPause";
    await autoSave("a SECRET");
    await pause(isHeldBack);
    await assert.rejects(engine.publish(place), CancelledError);
    await autoSave("other words");
    const next = test.open();
    await next.engine.resume();
    test.clock.advance(pauseMs);
    await turn();
    assert.deepEqual([test.sent, next.pending.all.map(({ mine }) => mine)], [[], ["other words"]]);
  });

  it("is found after a restart, too, and other edits of the account are sent", async () => {
    test.answers = [offline, offline];
    await engine.save(place, { base: "old", mine: "a SECRET" });
    await engine.save({ ...place, fileName: "g" }, { base: "old", mine: "b" });
    // Otherwise this window may be the one that tries again, and reports it.
    engine.dispose();
    const next = test.open();
    const failed: string[] = [];
    next.engine.onDidFail(({ edit }) => failed.push(edit.mine));
    await next.engine.resume();
    await pause(() => failed.length === 1 && next.pending.all.length === 1);
    assert.deepEqual([failed, test.asked], [["a SECRET"], []]);
    assert.deepEqual(
      test.sent.map(({ mine }) => mine),
      ["b"],
    );
    assert.deepEqual(
      next.pending.all.map(({ mine, reason }) => [mine, reason]),
      [["a SECRET", "heldBack"]],
    );
  });
});
