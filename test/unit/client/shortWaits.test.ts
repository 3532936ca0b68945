import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let clock: ManualClock;
let client: Client;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  clock = new ManualClock();
  client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, clock });
});
afterEach(() => {
  client.dispose();
  assert.equal(clock.pending, 0, "a timer was left behind");
});

/** What is under way comes to its end, with no time passing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const limited = (seconds: number) => json({ message: "slow down" }, 429, { "retry-after": String(seconds) });

describe("the limit of a server that asks for six seconds", () => {
  test("is not waited for long during a save: neither by what begins nor by the reads that it may share", async () => {
    server.answer = limited(6);
    const seen = client.call("gists.getAll", {}, { priority: "visible" });
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    const star = client.call("gists.star", { id: "1" });
    await client.withoutLongWaits(async () => {
      assert.equal((await failureOf(seen)).kind, "rateLimited");
      const { kind, retryAt } = await failureOf(client.call("gists.edit", { id: "1", description: "a" }));
      assert.deepEqual([kind, retryAt], ["rateLimited", client.blockedUntil]);
      // What is over soon is waited for.
      clock.advance(1000);
      const edit = client.call("gists.edit", { id: "1", description: "a" });
      clock.advance(4999);
      await settle();
      client.dispose();
      await assert.rejects(edit, CancelledError);
    });
    await assert.rejects(star, CancelledError);
  });

  test("that begins with a save's own request is not waited for long either", async () => {
    server.answer = limited(6);
    const edit = () => client.call("gists.edit", { id: "1", description: "a" });
    assert.equal((await client.withoutLongWaits(() => failureOf(edit()))).kind, "rateLimited");
    const later = edit();
    await settle();
    assert.equal(server.requests.length, 1);
    clock.advance(500);
    assert.equal(client.waiting.length, 1);
    client.dispose();
    await assert.rejects(later, CancelledError);
  });
});
