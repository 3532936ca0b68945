import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditConflict, EditEngine, type PublishMode } from "../../../../src/gists/edits/engine.ts";
import { PendingEdits } from "../../../../src/gists/edits/pendingEdits.ts";
import type { ContentEdit, Outcome } from "../../../../src/gists/edits/publisher.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";

const place = { accountId: "a", gistId: "1", fileName: "f" };
const other = { ...place, fileName: "g" };
const offline = new HttpError("network", 503, "no network");

let clock: ManualClock;
let folder: MemoryFolder;
let mode: PublishMode;
let answers: (Outcome | Error)[];
let sent: ContentEdit[];
let errors: unknown[];

const open = (): { engine: EditEngine; pending: PendingEdits } => {
  const pending = new PendingEdits(folder);
  const engine = new EditEngine({
    pending,
    clock,
    modeOf: () => mode,
    pause: () => 30_000,
    publish: async (_, edit) => {
      const answer = answers.shift() ?? { kind: "published", text: edit.mine };
      if (answer instanceof Error) throw answer;
      sent.push(edit);
      return answer;
    },
    onError: (error) => errors.push(error),
  });
  return { engine, pending };
};

beforeEach(() => {
  clock = new ManualClock();
  folder = new MemoryFolder();
  mode = "onSave";
  answers = [];
  sent = [];
  errors = [];
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a save", () => {
  test("goes to the service at once and leaves nothing behind", async () => {
    const { engine } = open();
    assert.equal(await engine.save(place, "old", "new"), "published");
    assert.deepEqual(sent, [{ name: "f", base: "old", mine: "new" }]);
    assert.equal(folder.files.size, 0);
  });

  test("of what the service has sends nothing", async () => {
    const { engine } = open();
    assert.equal(await engine.save(place, "same", "same"), "unchanged");
    assert.deepEqual(sent, []);
  });

  test("that meets a conflict keeps nothing, since the document stays unsaved", async () => {
    const { engine } = open();
    answers = [{ kind: "conflict", base: "old", mine: "mine", theirs: "theirs" }];
    await assert.rejects(
      engine.save(place, "old", "mine"),
      (error) => error instanceof EditConflict && error.theirs === "theirs",
    );
    assert.equal(folder.files.size, 0);
  });

  test("that the service refuses for good is an error, since the document stays unsaved", async () => {
    const { engine } = open();
    answers = [new HttpError("notFound", 404, "gone")];
    await assert.rejects(engine.save(place, "old", "mine"), (error) => HttpError.is(error, "notFound"));
    assert.equal(folder.files.size, 0);
  });

  test("of somebody else's gist is kept and sent nowhere", async () => {
    const { engine, pending } = open();
    const failed: string[] = [];
    engine.onDidFail(({ state }) => failed.push(state));
    assert.equal(await engine.refuse(place, "old", "mine"), "refused");
    assert.deepEqual([sent.length, pending.all[0]?.mine, failed.join()], [0, "mine", "refused"]);
  });
});

describe("the outbox", () => {
  test("takes what cannot be sent and sends it when the service is back, in order, each once", async () => {
    const { engine, pending } = open();
    answers = [offline, offline];
    assert.equal(await engine.save(place, "1", "2"), "queued");
    clock.advance(1);
    assert.equal(await engine.save(other, "1", "3"), "queued");
    assert.equal(await engine.save(place, "1", "4"), "queued");
    assert.deepEqual(sent, []);
    answers = [];
    clock.advance(300_000);
    await eventually(() => pending.all.length === 0, "the outbox is empty");
    assert.deepEqual(sent, [
      { name: "f", base: "1", mine: "4" },
      { name: "g", base: "1", mine: "3" },
    ]);
    assert.equal(folder.files.size, 0);
    assert.equal(clock.pending, 0);
  });

  test("tries again with growing pauses while the service is away", async () => {
    const { engine, pending } = open();
    answers = Array.from({ length: 4 }, () => offline);
    await engine.save(place, "1", "2");
    await eventually(() => {
      clock.advance(2000);
      return pending.all.length === 0;
    }, "the edit is sent");
    assert.deepEqual(sent, [{ name: "f", base: "1", mine: "2" }]);
    assert.deepEqual(answers, []);
  });

  test("waits until the service's limit is over", async () => {
    const { engine } = open();
    const retryAt = clock.now() + 600_000;
    answers = [new HttpError("rateLimited", 403, "limit", { retryAt })];
    assert.equal(await engine.save(place, "1", "2"), "queued");
    clock.advance(599_000);
    await turn();
    assert.deepEqual(sent, []);
    clock.advance(2000);
    await eventually(() => sent.length === 1, "the edit is sent");
  });

  test("survives a restart", async () => {
    const first = open();
    answers = [offline];
    await first.engine.save(place, "1", "2");
    first.engine.dispose();
    answers = [];
    const second = open();
    await second.engine.resume();
    clock.advance(0);
    await eventually(() => sent.length === 1, "the edit is sent");
    await eventually(() => folder.files.size === 0, "nothing is left");
  });

  test("tells an edit that fails for good and goes on with the others", async () => {
    const { engine, pending } = open();
    answers = [offline, offline];
    await engine.save(place, "1", "2");
    clock.advance(1);
    await engine.save(other, "1", "3");
    const failed: string[] = [];
    engine.onDidFail((edit) => failed.push(`${edit.place.fileName} ${edit.state} ${edit.reason ?? ""}`));
    answers = [new HttpError("gone", 410, "gone")];
    await engine.flush();
    assert.deepEqual(failed, ["f refused gone"]);
    assert.deepEqual(sent, [{ name: "g", base: "1", mine: "3" }]);
    assert.deepEqual(
      pending.all.map(({ mine }) => mine),
      ["2"],
    );
  });

  test("keeps an edit that meets a conflict", async () => {
    const { engine, pending } = open();
    answers = [offline];
    await engine.save(place, "1", "2");
    answers = [{ kind: "conflict", base: "1", mine: "2", theirs: "3" }];
    await engine.flush();
    assert.deepEqual(
      pending.all.map(({ state, mine }) => [state, mine]),
      [["conflict", "2"]],
    );
    await engine.rebase(place, "3", "2");
    assert.equal(await engine.publish(place), "published");
    assert.deepEqual(sent.at(-1), { name: "f", base: "3", mine: "2" });
  });
});

describe("publishing on demand", () => {
  beforeEach(() => {
    mode = "manual";
  });

  test("keeps every save until it is wanted, with the base of the first", async () => {
    const { engine, pending } = open();
    assert.equal(await engine.save(place, "1", "2"), "kept");
    assert.equal(await engine.save(place, "2", "3"), "kept");
    assert.deepEqual(sent, []);
    assert.deepEqual(
      pending.all.map(({ base, mine, state }) => [base, mine, state]),
      [["1", "3", "unpublished"]],
    );
    assert.equal(await engine.publish(place), "published");
    assert.deepEqual(sent, [{ name: "f", base: "1", mine: "3" }]);
    assert.equal(folder.files.size, 0);
  });

  test("an edit that was undone by hand is no edit any more", async () => {
    const { engine } = open();
    await engine.save(place, "1", "2");
    assert.equal(await engine.save(place, "1", "1"), "unchanged");
    assert.equal(folder.files.size, 0);
  });

  test("another window sees what was kept", async () => {
    const first = open();
    const second = open();
    await second.pending.load();
    await first.engine.save(place, "1", "2");
    assert.equal(second.pending.all.length, 0);
    await second.pending.refresh();
    assert.equal(second.pending.all[0]?.mine, "2");
    await second.engine.publish(place);
    assert.equal((await first.pending.get(place)) === undefined, true);
    assert.equal(sent.length, 1);
  });
});

describe("publishing after a pause", () => {
  beforeEach(() => {
    mode = "afterPause";
  });

  test("sends once, after the last save", async () => {
    const { engine } = open();
    await engine.save(place, "1", "2");
    clock.advance(29_000);
    await engine.save(place, "1", "3");
    clock.advance(29_000);
    await turn();
    assert.deepEqual(sent, []);
    clock.advance(1000);
    await eventually(() => sent.length === 1, "the edit is sent");
    assert.deepEqual(sent, [{ name: "f", base: "1", mine: "3" }]);
    assert.equal(clock.pending, 0);
  });

  test("goes on after a restart", async () => {
    const first = open();
    await first.engine.save(place, "1", "2");
    first.engine.dispose();
    const second = open();
    await second.engine.resume();
    clock.advance(30_000);
    await eventually(() => sent.length === 1, "the edit is sent");
  });
});

describe("the kept edits", () => {
  test("are told to whoever shows them", async () => {
    const { engine, pending } = open();
    mode = "manual";
    const heard: string[] = [];
    pending.onDidChange((places) => heard.push(places.map(({ fileName }) => fileName).join()));
    await engine.save(place, "1", "2");
    await engine.discard(place);
    assert.deepEqual(heard, ["f", "f"]);
  });

  test("a damaged file among them harms nobody", async () => {
    const { engine, pending } = open();
    mode = "manual";
    await engine.save(place, "1", "2");
    folder.files.set("x.json", "{");
    folder.files.set("y.json", '{"version":1,"edit":{"mine":5}}');
    await pending.refresh();
    assert.equal(pending.all.length, 1);
  });
});
