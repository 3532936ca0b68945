import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditConflict } from "../../../../src/gists/edits/editConflict.ts";
import { EditEngine, type PublishMode } from "../../../../src/gists/edits/engine.ts";
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
let signedOut: Set<string>;

let held: Promise<void>;
/** Holds back the service's answers until `publish` is called. */
const hold = (): { publish: () => void } => {
  let publish = (): void => undefined;
  held = new Promise((resolve) => (publish = resolve));
  return { publish };
};

const open = (): { engine: EditEngine; pending: PendingEdits } => {
  const pending = new PendingEdits(folder, clock);
  const engine = new EditEngine({
    pending,
    clock,
    modeOf: () => mode,
    pause: () => 30_000,
    isSignedIn: (accountId) => !signedOut.has(accountId),
    publish: async (_, edit) => {
      const answer = answers.shift() ?? { kind: "published", text: edit.mine };
      if (answer instanceof Error) throw answer;
      sent.push({ name: edit.name, base: edit.base, mine: edit.mine });
      await held;
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
  signedOut = new Set();
  held = Promise.resolve();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a save", () => {
  test("goes to the service at once and leaves nothing behind", async () => {
    const { engine } = open();
    assert.equal(await engine.save(place, { base: "old", mine: "new" }), "published");
    assert.deepEqual(sent, [{ name: "f", base: "old", mine: "new" }]);
    assert.equal(folder.files.size, 0);
  });

  test("of what the service has sends nothing", async () => {
    const { engine } = open();
    assert.equal(await engine.save(place, { base: "same", mine: "same" }), "unchanged");
    assert.deepEqual(sent, []);
  });

  test("that meets a conflict keeps nothing, since the document stays unsaved", async () => {
    const { engine } = open();
    answers = [{ kind: "conflict", base: "old", mine: "mine", theirs: "theirs" }];
    await assert.rejects(
      engine.save(place, { base: "old", mine: "mine" }),
      (error) => error instanceof EditConflict && error.theirs === "theirs",
    );
    assert.equal(folder.files.size, 0);
  });

  test("that the service refuses for good is an error, since the document stays unsaved", async () => {
    const { engine } = open();
    answers = [new HttpError("notFound", 404, "gone")];
    await assert.rejects(engine.save(place, { base: "old", mine: "mine" }), (error) =>
      HttpError.is(error, "notFound"),
    );
    assert.equal(folder.files.size, 0);
  });

  test("of somebody else's gist is kept and sent nowhere", async () => {
    const { engine, pending } = open();
    const failed: string[] = [];
    engine.onDidFail(({ state }) => failed.push(state));
    assert.equal(await engine.refuse(place, { base: "old", mine: "mine" }), "refused");
    assert.deepEqual([sent.length, pending.all[0]?.mine, failed.join()], [0, "mine", "refused"]);
  });
});

describe("the outbox", () => {
  test("takes what cannot be sent and sends it when the service is back, in order, each once", async () => {
    const { engine, pending } = open();
    answers = [offline, offline];
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "queued");
    clock.advance(1);
    assert.equal(await engine.save(other, { base: "1", mine: "3" }), "queued");
    assert.equal(await engine.save(place, { base: "1", mine: "4", edit: pending.known(place)?.id }), "queued");
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
    await engine.save(place, { base: "1", mine: "2" });
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
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "queued");
    clock.advance(599_000);
    await turn();
    assert.deepEqual(sent, []);
    clock.advance(2000);
    await eventually(() => sent.length === 1, "the edit is sent");
  });

  test("survives a restart", async () => {
    const first = open();
    answers = [offline];
    await first.engine.save(place, { base: "1", mine: "2" });
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
    await engine.save(place, { base: "1", mine: "2" });
    clock.advance(1);
    await engine.save(other, { base: "1", mine: "3" });
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
    await engine.save(place, { base: "1", mine: "2" });
    answers = [{ kind: "conflict", base: "1", mine: "2", theirs: "3" }];
    await engine.flush();
    assert.deepEqual(
      pending.all.map(({ state, mine }) => [state, mine]),
      [["conflict", "2"]],
    );
    await engine.rebase(place, "3", "2", pending.known(place)?.id);
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
    assert.equal(await engine.save(place, { base: "1", mine: "2" }), "kept");
    assert.equal(await engine.save(place, { base: "2", mine: "3", edit: pending.known(place)?.id }), "kept");
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
    const { engine, pending } = open();
    await engine.save(place, { base: "1", mine: "2" });
    assert.equal(await engine.save(place, { base: "1", mine: "1", edit: pending.known(place)?.id }), "unchanged");
    assert.equal(folder.files.size, 0);
  });

  test("another window sees what was kept", async () => {
    const first = open();
    const second = open();
    await second.pending.load();
    await first.engine.save(place, { base: "1", mine: "2" });
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
    const { engine, pending } = open();
    await engine.save(place, { base: "1", mine: "2" });
    clock.advance(29_000);
    await engine.save(place, { base: "1", mine: "3", edit: pending.known(place)?.id });
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
    await first.engine.save(place, { base: "1", mine: "2" });
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
    await engine.save(place, { base: "1", mine: "2" });
    await engine.discard(place);
    assert.deepEqual(heard, ["f", "f"]);
  });

  test("a damaged file among them harms nobody", async () => {
    const { engine, pending } = open();
    mode = "manual";
    await engine.save(place, { base: "1", mine: "2" });
    folder.files.set("x.json", "{");
    folder.files.set("y.json", '{"version":1,"edit":{"mine":5}}');
    await pending.refresh();
    assert.equal(pending.all.length, 1);
  });
});

describe("two windows with one outbox", () => {
  test("keep what one saved while the other published an earlier text", async () => {
    const first = open();
    const second = open();
    mode = "manual";
    await first.engine.save(place, { base: "1", mine: "v1" });
    await second.pending.refresh();
    const { publish } = hold();
    const publishing = first.engine.publish(place);
    await eventually(() => sent.length === 1, "v1 is sent");
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
    assert.equal(sent.at(-1)?.mine, "v2");
  });

  test("never publish one edit twice", async () => {
    const first = open();
    const second = open();
    mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    await second.pending.refresh();
    const { publish } = hold();
    const both = Promise.all([first.engine.publish(place), second.engine.publish(place)]);
    await eventually(() => sent.length === 1, "it is sent");
    publish();
    assert.deepEqual((await both).toSorted(), ["published", "queued"]);
    assert.equal(sent.length, 1);
    clock.advance(10_000);
    await eventually(() => second.pending.all.length === 0, "the other window sees it");
    assert.equal(sent.length, 1);
  });

  test("go on with what a window that ended had claimed, once its lease is over", async () => {
    const first = open();
    mode = "manual";
    await first.engine.save(place, { base: "1", mine: "2" });
    await first.pending.claim(first.pending.known(place)?.id ?? "");
    first.engine.dispose();
    const second = open();
    await second.pending.load();
    assert.equal(await second.engine.publish(place), "queued");
    clock.advance(200_000);
    assert.equal(await second.engine.publish(place), "published");
  });
});

describe("the outbox of several accounts", () => {
  const theirs = { ...place, accountId: "b" };

  test("goes on with the others when one has no token, and with that one when it has another", async () => {
    const { engine, pending } = open();
    answers = [new HttpError("unauthorized", 401, "bad token"), offline];
    await engine.save(place, { base: "1", mine: "2" });
    clock.advance(1);
    await engine.save(theirs, { base: "1", mine: "3" });
    signedOut.add("a");
    answers = [];
    clock.advance(300_000);
    await eventually(() => pending.all.length === 1, "the other account's edit is sent");
    assert.deepEqual(sent, [{ name: "f", base: "1", mine: "3" }]);
    clock.advance(86_400_000);
    await turn();
    assert.equal(sent.length, 1);
    assert.equal(clock.pending, 0);
    signedOut.clear();
    engine.retryAccount("a");
    clock.advance(0);
    await eventually(() => pending.all.length === 0, "the first account's edit is sent");
  });

  test("pauses each account by itself", async () => {
    const { engine, pending } = open();
    answers = [new HttpError("rateLimited", 403, "limit", { retryAt: clock.now() + 3_000_000 }), offline];
    await engine.save(place, { base: "1", mine: "2" });
    clock.advance(1);
    await engine.save(theirs, { base: "1", mine: "3" });
    answers = [];
    clock.advance(60_000);
    await eventually(() => pending.all.length === 1, "the other account's edit is sent");
    assert.equal(pending.all[0]?.place.accountId, "a");
    clock.advance(3_000_000);
    await eventually(() => pending.all.length === 0, "both are sent");
  });

  test("tries again what the service answered oddly, instead of leaving it for ever", async () => {
    for (const kind of ["unreadable", "redirect", "http", "conflict"] as const) {
      const { engine, pending } = open();
      answers = [new HttpError(kind, 500, kind)];
      assert.equal(await engine.save(place, { base: "1", mine: kind }), "queued");
      clock.advance(300_000);
      await eventually(() => pending.all.length === 0, `${kind} is sent`);
    }
  });
});
