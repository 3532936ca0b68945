import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { PagedList } from "../../../src/client/pagedList.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let clock: ManualClock;
let client: Client;
/** Of the code that calls. */
let longestWait: number | undefined;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  clock = new ManualClock();
  longestWait = undefined;
  client = new Client({
    baseUrl: server.url,
    dialect: "github",
    transport: nodeTransport,
    clock,
    longestWait: () => longestWait,
  });
});
afterEach(() => {
  client.dispose();
  assert.equal(clock.pending, 0, "a timer was left behind");
});

const limited = (seconds: number) => json({ message: "slow down" }, 429, { "retry-after": String(seconds) });

describe("a call that may be held back for five seconds", () => {
  const begin = (call: () => Promise<unknown>): Promise<unknown> => {
    longestWait = 5000;
    const promise = call();
    longestWait = undefined;
    return promise;
  };
  const edit = () => client.call("gists.edit", { id: "1", description: "a" });
  const list = () => client.call("gists.getAll", {}, { priority: "visible" });

  test("fails at once where the server asks for six, also where it would share what waits; nothing else does", async () => {
    server.answer = limited(6);
    const others: Promise<unknown>[] = [list(), list()];
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    others.push(client.call("gists.star", { id: "1" }));
    for (const call of [list, edit]) {
      const { kind, retryAt } = await failureOf(begin(call));
      assert.deepEqual([kind, retryAt], ["rateLimited", client.blockedUntil]);
    }
    clock.advance(1000);
    assert.equal(client.waiting.length, 2);
    // What is over soon is waited for.
    const soon = begin(edit);
    clock.advance(500);
    assert.deepEqual(
      client.waiting.map(({ label }) => label),
      ["gists.getAll", "gists.star", "gists.edit"],
    );
    client.dispose();
    for (const call of [...others, soon]) await assert.rejects(call, CancelledError);
  });

  test("fails at once when its own request begins a pause of six", async () => {
    server.answer = limited(6);
    assert.equal((await failureOf(begin(edit))).kind, "rateLimited");
    assert.equal(server.requests.length, 1);
  });

  test("shares no request with one that may be held back for longer, in either order", async () => {
    server.answer = limited(6);
    const long = list();
    const short = begin(list);
    assert.equal((await failureOf(short)).kind, "rateLimited");
    const begun = server.requests.length;
    assert.equal(begun, 2);
    clock.advance(6000);
    const shortFirst = failureOf(begin(list));
    const longAfter = list();
    assert.equal((await shortFirst).kind, "rateLimited");
    await eventually(() => server.requests.length > begun, "they are sent");
    server.answer = json([]);
    await eventually(() => client.blockedUntil > 0, "the service asks for silence again");
    for (let second = 0; second < 12; second++) clock.advance(1000);
    assert.deepEqual([...((await long) as unknown[]), ...((await longAfter) as unknown[])], []);
  });

  test("is not held back by what it waits for, once the service asks for six", async () => {
    let end = (): void => undefined;
    const before = new Promise<void>((resolve) => (end = resolve));
    const waiting = begin(() => client.unlessHeld(before));
    const other = client.unlessHeld(before);
    server.answer = limited(6);
    const call = client.call("gists.star", { id: "1" });
    assert.equal((await failureOf(waiting)).kind, "rateLimited");
    assert.equal((await failureOf(begin(() => client.unlessHeld(before)))).kind, "rateLimited");
    end();
    await other;
    client.dispose();
    await assert.rejects(call, CancelledError);
  });

  test("fails as the server does that is down for longer, and so does everything else that can't wait for it", async () => {
    server.answer = json({ message: "Maintenance" }, 503, { "retry-after": "20" });
    const failure = await failureOf(begin(list));
    assert.deepEqual([failure.kind, failure.retryAt], ["server", client.blockedUntil]);
    for (const call of [list, edit, () => client.unlessHeld(new Promise<void>(() => undefined))]) {
      const { kind, code, retryAt, mayHaveSucceeded } = await failureOf(begin(call));
      assert.deepEqual([kind, code, retryAt, mayHaveSucceeded], ["server", 503, client.blockedUntil, false]);
    }
    assert.equal(server.requests.length, 1);
  });

  test("does not wait for a list that another call reads, which gets it after the pause", async () => {
    const gists = new PagedList(
      (from, options) => from.pages("gists.getAll", {}, options),
      ({ id }) => id,
    );
    server.answer = limited(6);
    const patient = gists.more(client);
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    for (const change of [() => undefined, () => gists.invalidate()]) {
      change();
      assert.equal((await failureOf(begin(() => gists.more(client)))).kind, "rateLimited");
    }
    server.answer = json([{ id: "1" }]);
    clock.advance(6000);
    assert.equal(await patient, 1);
    assert.deepEqual(
      gists.items.map(({ id }) => id),
      ["1"],
    );
  });

  test("waits for five seconds when a pause becomes longer before it is over", async () => {
    server.answer = limited(4);
    const first = client.call("gists.star", { id: "1" });
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    const waiting = begin(edit);
    const behind = failureOf(begin(() => client.unlessHeld(first)));
    clock.advance(2000);
    // Of a free call, which is sent in a pause.
    server.answer = json({ resources: { core: { limit: 1, remaining: 0, reset: clock.now() / 1000 + 4 } } });
    await client.call("misc.rateLimit", {});
    assert.equal((await failureOf(waiting)).kind, "rateLimited");
    assert.equal((await behind).kind, "rateLimited");
    client.dispose();
    await assert.rejects(first, CancelledError);
  });

  test("waits for five seconds in all, not for each time that the server asks for it", async () => {
    server.answer = limited(5);
    const read = begin(list);
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    clock.advance(5000);
    assert.equal((await failureOf(read)).kind, "rateLimited");
    assert.equal(server.requests.length, 2);
  });
});
