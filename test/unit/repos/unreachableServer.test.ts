import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError, HeldBackError, SignedOutError, UserError } from "../../../src/base/errors.ts";
import { type ErrorKind, HttpError } from "../../../src/client/errors.ts";
import { failureOf } from "../../../src/localChanges/failureOf.ts";
import { PublishLater } from "../../../src/localChanges/publishLater.ts";
import { type ChangeReason, decodeChange, encodeChange } from "../../../src/localChanges/model.ts";
import { withCommitMessage } from "../../../src/repos/files/commitErrors.ts";
import { commitFailureOf } from "../../../src/repos/files/commitFailureOf.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { sendWaiting } from "../../../src/repos/files/sendWaiting.ts";
import { eventually } from "../../support/eventually.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, changed, text } from "./fileTexts.ts";

const unreachable = (kind: ErrorKind = "network", mayHaveSucceeded = false): HttpError =>
  new HttpError(kind, 503, "No", { mayHaveSucceeded });

describe("Why a save was not sent", () => {
  for (const [kind, reason] of [
    ["network", "unreachable"],
    ["timeout", "unreachable"],
    ["server", "unreachable"],
    ["forbidden", "refused"],
    ["unprocessable", "refused"],
    ["notFound", "gone"],
    ["unauthorized", "token"],
    ["certificate", "failed"],
    ["rateLimited", "failed"],
  ] as const satisfies readonly (readonly [ErrorKind, ChangeReason])[])
    it(`is "${reason}" after the error "${kind}", also in the words of a feature`, () => {
      const error = unreachable(kind);
      assert.equal(failureOf(error).reason, reason);
      assert.equal(failureOf(new UserError("Not saved.", { cause: error })).reason, reason);
    });

  it("is that the server did not confirm it where it may have been done", () => {
    for (const kind of ["network", "timeout", "server", "unreadable"] as const)
      assert.equal(failureOf(unreachable(kind, true)).reason, "unconfirmed");
  });

  it("is what the user decided, or the account", () => {
    const reasons = [new HeldBackError(), new CancelledError(), new SignedOutError("a"), new Error("No")];
    assert.deepEqual(
      reasons.map((error) => failureOf(error).reason),
      ["heldBack", "canceled", "signedOut", "failed"],
    );
  });
});

describe("A commit whose server could not be reached", () => {
  let bench: FileBench;
  let files: RepoFiles;
  let timers: PublishLater;
  const seen: unknown[] = [];
  let sent = 0;
  let ended = 0;
  const one = changed(0, "ONE");
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
    seen.length = sent = ended = 0;
    const see = (what: unknown): void => void seen.push(what);
    const { changes } = bench;
    timers = new PublishLater({
      changes,
      clock: bench.clock,
      isUnsaved: () => bench.state === "unsaved",
      isSignedIn: async () => true,
      send: async (change) => {
        sent += 1;
        const deps = { accounts: bench.service.window.model, files, changes, report: see };
        await sendWaiting(deps, bench.place, change).finally(() => ended++);
      },
      logError: see,
    });
    timers.onDidBecomeReady(see);
    timers.onDidFail(see);
    await files.read(bench.place);
  });
  afterEach(async () => {
    timers.dispose();
    files.dispose();
    await bench.close();
  });
  const failure = commitFailureOf(withCommitMessage(unreachable(), "My change"));
  /** What was started goes on. */
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

  it("is sent with its message a minute later, also after a reload", async () => {
    await files.store(bench.place, bytes(one), failure);
    const [change = assert.fail()] = bench.changes.all;
    assert.deepEqual([change.reason, change.commitMessage], ["unreachable", "My change"]);
    assert.equal(change.retryAt, bench.clock.now() + 60_000);
    assert.deepEqual(decodeChange(change.id, encodeChange(change)), change);
    bench.clock.advance(59_000);
    await turn();
    assert.equal(sent, 0);
    bench.clock.advance(2000);
    await eventually(async () => (await bench.atService()) === one, "it is committed");
    await eventually(() => bench.changes.all.length === 0, "nothing is stored");
    assert.deepEqual([seen, (await bench.messages())[0]], [[], "My change"]);
    // The user may be away.
    assert.deepEqual([bench.mayAsk, bench.asked], [[false], []]);
  });

  it("is sent when the server said that it is back, and not before, without a time where it may have it already", async () => {
    const retryAt = bench.clock.now() + 20_000;
    const down = (mayHaveSucceeded: boolean) => new HttpError("server", 503, "No", { retryAt, mayHaveSucceeded });
    assert.deepEqual(failureOf(down(true)), { reason: "unconfirmed" });
    await files.store(bench.place, bytes(one), commitFailureOf(withCommitMessage(down(false), "My change")));
    const [change = assert.fail()] = bench.changes.all;
    assert.deepEqual([change.reason, change.retryAt], ["unreachable", retryAt]);
    bench.clock.advance(19_000);
    await turn();
    assert.equal(sent, 0);
    bench.clock.advance(2000);
    await eventually(async () => (await bench.atService()) === one, "it is committed");
  });

  it("isn't sent with the former message while the user is asked for another one, and is when that is canceled", async () => {
    await files.store(bench.place, bytes(one), failure);
    let answer: ((message: string) => void) | undefined;
    let cancel: ((error: Error) => void) | undefined;
    bench.answer = () =>
      new Promise((resolve, reject) => {
        [answer, cancel] = [resolve, reject];
      });
    const own = files.write(bench.place, bytes(one));
    await eventually(() => {
      bench.clock.advance(200);
      return answer !== undefined;
    }, "the user is asked");
    bench.clock.advance(61_000);
    await eventually(() => ended === 1, "the attempt is over");
    assert.equal(await bench.atService(), text);
    cancel?.(new CancelledError());
    await assert.rejects(own, CancelledError);
    bench.clock.advance(600_000);
    await eventually(async () => (await bench.atService()) === one, "it is committed");
    assert.deepEqual([seen, (await bench.messages())[0]], [[], "My change"]);
  });

  /** Until an attempt fails, which the client makes several times, with pauses. */
  const untilFailed = async (): Promise<void> => {
    const count = ended;
    await eventually(() => {
      bench.service.window.clock.advance(10_000);
      return ended > count;
    }, "the attempt fails");
  };

  it("is tried again every two minutes without a word until the server is there", async () => {
    await files.store(bench.place, bytes(one), failure);
    const [stored = assert.fail()] = bench.changes.all;
    bench.service.before = () => Response.json({ message: "No" }, { status: 503 });
    for (let time = 1; time <= 3; time++) {
      bench.clock.advance(120_000);
      await untilFailed();
      await turn();
      assert.deepEqual([sent, bench.changes.all], [time, [stored]]);
    }
    bench.service.before = () => undefined;
    bench.clock.advance(120_000);
    await eventually(async () => (await bench.atService()) === one, "it is committed");
    await eventually(() => bench.changes.all.length === 0, "nothing is stored");
    assert.deepEqual([seen, sent], [[], 4]);
  });

  it("is not reported as unsent when it was committed, and can't be removed", async () => {
    await files.store(bench.place, bytes(one), failure);
    bench.changes.remove = () => Promise.reject(new Error("No disk"));
    bench.clock.advance(61_000);
    await eventually(() => ended === 1, "the attempt is over");
    assert.deepEqual([seen, await bench.atService()], [[], one]);
    assert.equal(bench.changes.all[0]?.commitMessage, "My change");
  });

  it("keeps its message when it is saved again while the server is still away", async () => {
    await files.store(bench.place, bytes(one), failure);
    bench.clock.advance(30_000);
    await files.store(bench.place, bytes(one), commitFailureOf(unreachable()));
    const [change] = bench.changes.all;
    assert.deepEqual([change?.commitMessage, change?.retryAt], ["My change", bench.clock.now() + 60_000]);
  });

  for (const [what, act] of [
    ["discarded", () => bench.changes.remove(bench.changes.all[0]?.id ?? "")],
    ["replaced by a later text", () => files.store(bench.place, bytes(changed(0, "ONE!")))],
  ] as const)
    it(`is not sent when it is ${what} while the attempt reads what the server has`, async () => {
      await files.store(bench.place, bytes(one), failure);
      let isActed = false;
      bench.service.before = ({ method }) => {
        if (method === "GET" && !isActed) void act();
        isActed = true;
        return undefined;
      };
      bench.clock.advance(61_000);
      await eventually(() => ended === 1, "the attempt is over");
      assert.deepEqual([seen, await bench.atService(), isActed], [[], text, true]);
      assert.equal(bench.changes.all.length, what === "discarded" ? 0 : 1);
    });

  it("waits for the user where no message was entered, and where its text is changed since then", async () => {
    await files.store(bench.place, bytes(one), commitFailureOf(unreachable()));
    assert.deepEqual([bench.changes.all[0]?.reason, bench.changes.all[0]?.retryAt], ["unreachable", undefined]);
    bench.clock.advance(3_600_000);
    await files.store(bench.place, bytes(one), failure);
    await files.store(bench.place, bytes(changed(0, "ONE!")));
    bench.clock.advance(3_600_000);
    await turn();
    assert.deepEqual([seen, sent, await bench.atService()], [[], 0, text]);
    assert.equal(bench.changes.all[0]?.reason, "unreachable");
  });
});
