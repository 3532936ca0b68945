import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
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
    assert.throws(() => {
      longestWait = 5000;
      client.requireOpen();
    }, HttpError);
    longestWait = undefined;
    client.requireOpen();
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

  test("waits for five seconds in all, not for each time that the server asks for it", async () => {
    server.answer = limited(5);
    const read = begin(list);
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    clock.advance(5000);
    assert.equal((await failureOf(read)).kind, "rateLimited");
    assert.equal(server.requests.length, 2);
  });
});
