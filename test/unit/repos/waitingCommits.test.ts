import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { decodeBase64 } from "../../../src/base/bytes.ts";
import { PublishLater } from "../../../src/localChanges/publishLater.ts";
import { decodeChange, encodeChange, type LocalChanges } from "../../../src/localChanges/model.ts";
import { commitFailureOf } from "../../../src/repos/files/commitFailureOf.ts";
import type { UncommittedSave } from "../../../src/repos/files/fileSystem.ts";
import { RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import { sendWaiting } from "../../../src/repos/files/sendWaiting.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";

describe("A commit that the rate limit refused", () => {
  let bench: FileBench;
  let files: RepoFiles;
  const offered: string[] = [];
  /** The documents whose editors were looked at, and those that were sent. */
  const looked: string[] = [];
  const sent: string[] = [];
  /** What is sent waits for this. */
  let sending: Promise<void>;
  let isSignedIn: boolean;
  /** Why something was not sent, as the user is shown it. */
  const reported: unknown[] = [];
  const errors: unknown[] = [];
  const logged: unknown[] = [];
  const one = changed(0, "ONE");
  const retryMs = 600_000;
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
    offered.length = reported.length = looked.length = sent.length = errors.length = logged.length = 0;
    isSignedIn = true;
    sending = Promise.resolve();
  });
  afterEach(async () => {
    assert.deepEqual([errors, logged], [[], []]);
    files.dispose();
    await bench.close();
  });
  const later = (changes: LocalChanges, write = files, clock = bench.clock): PublishLater => {
    const timers = new PublishLater({
      changes,
      clock,
      isUnsaved: (address) => {
        looked.push(address);
        return bench.state === "unsaved";
      },
      isSignedIn: async () => isSignedIn,
      send: async (change) => {
        sent.push(change.place.uri);
        await sending;
        const report = ({ error }: UncommittedSave): void => void reported.push(error);
        const deps = { accounts: bench.service.window.model, files: write, changes, report };
        await sendWaiting(deps, bench.place, change);
      },
      logError: (error) => logged.push(error),
    });
    timers.onDidBecomeReady(({ place }) => offered.push(place.uri));
    timers.onDidFail((error) => errors.push(error));
    return timers;
  };
  /** A save was refused, and stored. */
  const refuse = async (retryAt = bench.clock.now() + retryMs): Promise<void> => {
    await files.read(bench.place);
    await files.store(bench.place, bytes(one), { reason: "failed", retryAt, commitMessage: "My change" });
  };
  /** Two windows, each as after its start. */
  const openWindows = () =>
    Promise.all(
      [0, 1].map(async () => {
        const opened = bench.openFiles();
        // That of this window: the bench has that of the window that was opened last.
        const { changes } = bench;
        await changes.load();
        const timers = later(changes, opened);
        return { changes, close: () => [timers, opened, changes].forEach((each) => each.dispose()) };
      }),
    );
  /** What was started goes on. */
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
  /** The timers are due, and what they start is over. */
  const wait = async (isOver: () => unknown): Promise<void> => {
    bench.clock.advance(retryMs + 2000);
    await eventually(async () => (await isOver()) === true, "it is sent");
  };

  it("has the time and the message, also after a reload, until a later text is stored", async () => {
    await files.read(bench.place);
    bench.service.before = ({ method }) =>
      method === "PUT"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "600" } })
        : undefined;
    const error = await bench
      .during(files.write(bench.place, bytes(one)))
      .then(assert.fail, (reason: unknown) => reason);
    await files.store(bench.place, bytes(one), commitFailureOf(error));
    const [change = assert.fail()] = bench.changes.all;
    assert.deepEqual([change.reason, change.commitMessage], ["failed", "My change"]);
    assert.ok(change.retryAt !== undefined);
    assert.deepEqual(decodeChange(change.id, encodeChange(change)), change);
    await files.store(bench.place, bytes(changed(0, "ONE!")));
    const [next] = bench.changes.all;
    assert.deepEqual([next?.reason, next?.retryAt, next?.commitMessage], ["failed", change.retryAt, undefined]);
  });

  for (const method of ["GET", "PUT"])
    it(`waits again without a word when a ${method} is refused at that time`, async () => {
      const timers = later(bench.changes);
      await refuse();
      const [first = assert.fail()] = bench.changes.all;
      bench.service.before = (request) =>
        request.method === method
          ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "900" } })
          : undefined;
      await wait(() => bench.changes.all[0] !== undefined && bench.changes.all[0].id !== first.id);
      await turn();
      const [change = assert.fail(), ...others] = bench.changes.all;
      assert.deepEqual([change.commitMessage, change.content, others], ["My change", first.content, []]);
      assert.ok((change.retryAt ?? 0) > (first.retryAt ?? 0));
      bench.service.before = () => undefined;
      assert.deepEqual([reported, sent.length, await bench.atService()], [[], 1, text]);
      timers.dispose();
    });

  it("is reported once when it is in conflict at that time", async () => {
    const timers = later(bench.changes);
    await refuse();
    await bench.put(bench.service.otto, "a.txt", changed(0, "THEIRS"));
    await wait(() => reported.length === 1);
    bench.clock.advance(3_600_000);
    await turn();
    assert.equal(reported.length, 1);
    assert.ok(reported[0] instanceof RepoConflict);
    assert.deepEqual(
      bench.changes.all.map(({ reason, retryAt, commitMessage }) => [reason, retryAt, commitMessage]),
      [["conflict", undefined, undefined]],
    );
    timers.dispose();
  });

  for (const [name, act, left] of [
    ["discarded", () => bench.changes.remove(bench.changes.all[0]?.id ?? ""), 0],
    ["replaced by a later text", () => files.store(bench.place, bytes(changed(0, "ONE!"))), 1],
  ] as const)
    it(`is not stored again when it is ${name} while it is refused`, async () => {
      const timers = later(bench.changes);
      await refuse();
      let isOver = false;
      bench.service.before = ({ method }) => {
        if (method !== "PUT") return undefined;
        void act().then(() => (isOver = true));
        return Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "900" } });
      };
      await wait(() => isOver);
      await eventually(() => bench.service.sent("PUT").length === 1, "it is refused");
      await turn();
      assert.deepEqual([bench.changes.all.length, reported], [left, []]);
      assert.ok(bench.changes.all.every(({ content }) => bytesText(decodeBase64(content)) === changed(0, "ONE!")));
      timers.dispose();
    });

  it("stays as it is, and is not reported, when its account is signed out while it is sent", async () => {
    const timers = later(bench.changes);
    await refuse();
    const [first = assert.fail()] = bench.changes.all;
    sending = bench.service.window.model.remove(bench.place.accountId);
    await wait(() => sent.length === 1);
    await turn();
    assert.deepEqual([bench.changes.all, reported], [[first], []]);
    timers.dispose();
  });

  it("is sent by itself at that time, with the message that was entered", async () => {
    const timers = later(bench.changes);
    await refuse();
    await wait(() => bench.changes.all.length === 0);
    assert.equal(await bench.atService(), one);
    assert.equal((await bench.messages())[0], "My change");
    assert.deepEqual(bench.asked, []);
    timers.dispose();
  });

  it("is sent by one of several windows, also after a reload", async () => {
    await refuse();
    const commits = (await bench.messages()).length;
    const windows = await openWindows();
    assert.notEqual(windows[0]?.changes, windows[1]?.changes);
    await wait(async () => {
      await Promise.all(windows.map(({ changes }) => changes.refresh()));
      return looked.length === 2 && windows.every(({ changes }) => changes.all.length === 0);
    });
    assert.deepEqual([sent.length, (await bench.messages()).length], [1, commits + 1]);
    for (const { close } of windows) close();
  });

  it("is sent by one of several windows also when that takes longer than a lease", async () => {
    await refuse();
    const windows = await openWindows();
    let end = (): void => undefined;
    sending = new Promise((resolve) => (end = resolve));
    await wait(() => looked.length === 2 && sent.length === 1);
    for (let minute = 0; minute < 5; minute++) {
      bench.clock.advance(60_000);
      await turn();
      await Promise.all(windows.map(({ changes }) => changes.refresh()));
    }
    const [change = assert.fail()] = bench.changes.all;
    const isFree = windows.map(({ changes }) => !changes.isLeasedElsewhere(change.id));
    assert.deepEqual([sent.length, isFree.filter(Boolean).length], [1, 1]);
    end();
    await eventually(async () => (await bench.atService()) === one, "it is sent");
    await turn();
    bench.clock.advance(180_000);
    await turn();
    assert.equal(sent.length, 1);
    for (const { close } of windows) close();
  });

  it("is not sent while its editor has more that is not saved", async () => {
    const timers = later(bench.changes);
    await refuse();
    bench.state = "unsaved";
    await wait(() => looked.length === 1);
    await turn();
    assert.deepEqual([sent, await bench.atService()], [[], text]);
    timers.dispose();
  });

  it("is sent once its editor has nothing more, and looks for that every two minutes only", async () => {
    const timers = later(bench.changes);
    await refuse();
    bench.state = "unsaved";
    await wait(() => looked.length === 1);
    // Another change is stored.
    await files.store({ ...bench.place, path: "b.txt" }, bytes("b"));
    bench.clock.advance(100_000);
    await turn();
    assert.equal(looked.length, 1);
    bench.state = "saved";
    bench.clock.advance(20_000);
    await eventually(async () => (await bench.atService()) === one, "it is sent");
    timers.dispose();
  });

  it("is not sent while its account is signed out, and is once it is signed in again", async () => {
    const timers = later(bench.changes);
    await refuse();
    isSignedIn = false;
    await wait(() => looked.length === 1);
    await turn();
    assert.deepEqual(sent, []);
    isSignedIn = true;
    await wait(async () => (await bench.atService()) === one);
    timers.dispose();
  });

  it("is not sent when it was discarded in another window", async () => {
    const timers = later(bench.changes);
    await refuse();
    bench.changesFolder.files.clear();
    await wait(() => bench.changes.all.length === 0);
    await turn();
    assert.deepEqual([looked, sent, await bench.atService(), bench.clock.pending], [[], [], text, 0]);
    timers.dispose();
  });

  it("is sent later when the folder of the changes can't be read at that time", async () => {
    const timers = later(bench.changes);
    await refuse();
    const { changesFolder } = bench;
    const list = changesFolder.list.bind(changesFolder);
    changesFolder.list = () => Promise.reject(new Error("No access"));
    await wait(() => logged.length === 1);
    changesFolder.list = list;
    await turn();
    await wait(async () => (await bench.atService()) === one);
    logged.length = 0;
    timers.dispose();
  });

  it("starts nothing when the window ends while it looks whether it can be sent", async () => {
    const timers = later(bench.changes);
    await refuse();
    bench.clock.advance(retryMs);
    timers.dispose();
    await turn();
    assert.deepEqual([sent, bench.clock.pending], [[], 0]);
  });

  it("is reported once when it is refused for another reason at that time, also after a reload", async () => {
    await refuse();
    files.dispose();
    files = bench.openFiles();
    await bench.changes.load();
    const timers = later(bench.changes);
    bench.service.before = ({ method }) =>
      method === "PUT" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    await wait(() => reported.length === 1);
    for (let hour = 0; hour < 3; hour++) {
      bench.clock.advance(3_600_000);
      await turn();
    }
    assert.deepEqual([reported.length, sent.length], [1, 1]);
    const [change = assert.fail()] = bench.changes.all;
    assert.deepEqual([change.reason, change.retryAt, change.commitMessage], ["refused", undefined, undefined]);
    timers.dispose();
  });

  it("is sent less and less often, once a minute in the end, whatever the server says", async () => {
    const timers = later(bench.changes);
    await refuse();
    bench.service.before = ({ method }) =>
      method === "PUT"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "0" } })
        : undefined;
    const [first = assert.fail()] = bench.changes.all;
    await wait(() => sent.length === 1);
    /** How often it is sent in that time. */
    const sentWithin = async (seconds: number): Promise<number> => {
      const before = sent.length;
      for (let second = 0; second < seconds; second += 2) {
        bench.clock.advance(2000);
        bench.service.window.clock.advance(2000);
        await turn();
      }
      return sent.length - before;
    };
    assert.equal(await sentWithin(80), 4);
    assert.ok(bench.changes.all[0] && bench.changes.all[0].id !== first.id, "it was refused again");
    assert.equal(await sentWithin(180), 3);
    bench.service.before = () => undefined;
    timers.dispose();
  });

  it("is offered once though Auto Save stores its text again after that", async () => {
    const timers = later(bench.changes);
    await refuse();
    await files.store(bench.place, bytes(changed(0, "ONE!")));
    await wait(() => offered.length === 1);
    for (const more of ["ONE!!", "ONE!!!"]) {
      await files.store(bench.place, bytes(changed(0, more)));
      bench.clock.advance(120_000);
      await turn();
    }
    assert.equal(offered.length, 1);
    timers.dispose();
  });

  it("is offered at that time where no message was entered for it", async () => {
    const timers = later(bench.changes);
    await refuse();
    await files.store(bench.place, bytes(changed(0, "ONE!")));
    await wait(() => offered.length === 1);
    assert.equal(await bench.atService(), text);
    timers.dispose();
  });

  it("is offered once, and not before its time also when that is hours away", async () => {
    const timers = later(bench.changes);
    await refuse(bench.clock.now() + 3 * 3_600_000);
    await files.store(bench.place, bytes(changed(0, "ONE!")));
    for (let hour = 0; hour < 2; hour++) {
      bench.clock.advance(3_600_000 + 10_000);
      await turn();
    }
    assert.deepEqual(offered, []);
    bench.clock.advance(3_600_000);
    await eventually(() => offered.length === 1, "it is offered");
    await files.store({ ...bench.place, path: "b.txt" }, bytes("b"));
    bench.clock.advance(3_600_000);
    await turn();
    assert.equal(offered.length, 1);
    timers.dispose();
  });

  for (const [name, retryMs] of [
    ["a year away", 365 * 24 * 3_600_000],
    ["not a number", Number.NaN],
  ] as const)
    it(`is sent within a day where its time is ${name}`, async () => {
      const timers = later(bench.changes);
      await refuse(bench.clock.now() + retryMs);
      bench.clock.advance(24 * 3_600_000);
      await eventually(async () => (await bench.atService()) === one, "it is sent");
      timers.dispose();
    });

  it("is sent when the clock was set back, after which its time means nothing", async () => {
    await refuse();
    const back = new ManualClock(bench.clock.now() - 10 * 24 * 3_600_000);
    const timers = later(bench.changes, files, back);
    back.advance(2000);
    await eventually(async () => (await bench.atService()) === one, "it is sent");
    timers.dispose();
  });
});
