import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { ManualClock } from "../../support/manualClock.ts";
import {
  type Answer,
  inTurn,
  json,
  type RecordingServer,
  startRecordingServer,
} from "../../support/recordingServer.ts";

const hour = 3_600_000;

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
  const random = () => 0.5;
  client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, clock, random });
});
afterEach(() => {
  client.dispose();
  assert.equal(clock.pending, 0, "a timer was left behind");
});

const list = () => client.call("gists.getAll", {});
const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  json({ message }, status, headers);
const quota = (remaining: number | string, reset: number | string) => ({
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
});
const seconds = (ms: number): number => ms / 1000;

describe("a secondary limit", () => {
  const texts = [
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    "You have triggered an abuse detection mechanism. Please retry your request again later.",
  ];
  for (const message of texts)
    test(`is known by its text, with quota left: ${message}`, async () => {
      server.answer = refused(403, message, quota(4000, seconds(clock.now() + hour)));
      const error = await failureOf(list());
      assert.deepEqual([error.kind, error.code, error.retryAt], ["rateLimited", 403, clock.now() + 60_000]);
      const star = () => client.call("gists.star", { id: "1" });
      for (const call of [list, () => client.get("/search/code?q=x"), star])
        assert.equal((await failureOf(call())).kind, "rateLimited");
      assert.equal(server.requests.length, 1, "no other limit of the service is asked either");
    });

  test("whose end is not said is waited for longer each time, until a call succeeds", async () => {
    const pauses: number[] = [];
    const next = async (): Promise<void> => {
      const now = clock.now();
      pauses.push(((await failureOf(list())).retryAt ?? 0) - now);
      clock.advance(pauses.at(-1) ?? 0);
    };
    server.answer = refused(429, "Too many requests");
    for (let time = 0; time < 8; time++) await next();
    assert.deepEqual(
      pauses.map((pause) => pause / 60_000),
      [1, 2, 4, 8, 16, 32, 60, 60],
    );
    server.answer = fitting;
    await list();
    server.answer = refused(429, "Too many requests");
    await next();
    assert.equal(pauses.at(-1), 60_000);
    assert.equal(server.requests.length, 10);
  });

  test("that refuses calls which were under way together is one refusal", async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) =>
      void held.push(() => refused(403, texts[0] ?? "", {})(request, response));
    const calls = ["1", "2", "3"].map((id) => failureOf(client.call("gists.get", { id })));
    await eventually(() => held.length === 3, "three requests arrive");
    for (const answer of held) answer();
    for (const error of await Promise.all(calls)) assert.equal(error.retryAt, clock.now() + 60_000);
  });

  test("is not what any other 403 is", async () => {
    server.answer = refused(403, "Resource not accessible by integration", quota(4000, 1));
    const error = await failureOf(list());
    assert.deepEqual([error.kind, error.retryAt, client.blockedUntil], ["forbidden", undefined, 0]);
  });
});

describe("what an answer says of the limit", () => {
  test("is nothing where it is no number", async () => {
    const reset = seconds(clock.now() + hour);
    for (const headers of [
      ...["", " ", "0x0", "-0", "0, 0", "0.0", "none"].map((remaining) => quota(remaining, reset)),
      quota(0, "soon"),
      quota(0, "1e10"),
      { ...quota(0, reset), "x-ratelimit-limit": "" },
    ]) {
      server.answer = json([], 200, headers);
      await list();
      assert.deepEqual([client.quota, client.blockedUntil], [undefined, 0], JSON.stringify(headers));
    }
    server.answer = json([], 200, quota(0, reset));
    await list();
    assert.deepEqual(client.quota, { limit: 5000, remaining: 0, reset });
    assert.equal(client.blockedUntil, clock.now() + hour);
  });
});

describe("Retry-After", () => {
  for (const [title, value, wait] of [
    ["a blank", "", 60_000],
    ["a negative number", "-5", 60_000],
    ["a fraction", "1.5", 60_000],
    ["a number with a word", "5 minutes", 60_000],
    ["a date in another format", "2027-01-01", 60_000],
    ["a year alone", "2030", 2_030_000],
    ["a date that is over", "Mon, 01 Jan 2001 00:00:00 GMT", 60_000],
    ["a date of HTTP", "Thu, 01 Jan 2026 00:10:00 GMT", 600_000],
    ["a date of another century", "Fri, 01 Jan 2100 00:00:00 GMT", hour],
    ["56,000 years", "99999999999999", hour],
    ["more digits than a number has", "9".repeat(400), hour],
  ] as const)
    test(`of ${title} means ${wait / 1000} s`, async () => {
      server.answer = refused(429, "no", { "retry-after": value });
      const error = await failureOf(list());
      assert.deepEqual([error.kind, (error.retryAt ?? 0) - clock.now()], ["rateLimited", wait]);
      assert.equal(client.blockedUntil, clock.now() + wait);
      assert.equal(server.requests.length, 1);
    });

  test("of a 503 is waited for before a read is sent again, and nothing else is sent before", async () => {
    server.answer = inTurn(json({}, 503, { "retry-after": "20" }), fitting);
    const call = list();
    await eventually(() => client.blockedUntil > 0, "the server asks for a pause");
    const other = client.call("gists.star", { id: "1" });
    const until = clock.now() + 20_000;
    // What waits for half a second is shown.
    await eventually(() => {
      clock.advance(100);
      return client.waiting.length === 2;
    }, "both wait where it can be seen");
    assert.deepEqual(
      new Map(client.waiting.map((each) => [each.label, each.until])),
      new Map([
        ["gists.getAll", until],
        ["gists.star", until],
      ]),
    );
    clock.advance(until - clock.now() - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.requests.length, 1);
    clock.advance(1);
    await other;
    assert.deepEqual(await call, []);
  });

  test("of a 503 that is too long fails at once and says until when; other calls may try after a while", async () => {
    server.answer = json({}, 503, { "retry-after": "600" });
    const error = await failureOf(list());
    assert.deepEqual([error.kind, error.retryAt], ["server", clock.now() + 600_000]);
    assert.equal(server.requests.length, 1);
    assert.equal(client.blockedUntil, clock.now() + 30_000);
  });

  test("of a 503 does not make a write be sent again", async () => {
    server.answer = json({}, 503, { "retry-after": "1" });
    const error = await failureOf(client.call("gists.star", { id: "1" }));
    assert.deepEqual([error.kind, error.mayHaveSucceeded, server.requests.length], ["server", true, 1]);
    clock.advance(1000);
  });
});

describe("the end of a window of the limit", () => {
  test("in milliseconds is understood", async () => {
    const reset = clock.now() + 600_000;
    server.answer = refused(403, "API rate limit exceeded", quota(0, reset));
    assert.equal((await failureOf(list())).retryAt, reset);
    assert.equal(client.quota?.reset, seconds(reset));
  });

  for (const reset of ["9999999999", "-1", "soon", "1", ""])
    test(`that is “${reset}” blocks for an hour at most, and for a minute at least`, async () => {
      server.answer = refused(403, "API rate limit exceeded", quota(0, reset));
      const { kind, retryAt = 0 } = await failureOf(list());
      assert.equal(kind, "rateLimited");
      assert.ok(retryAt - clock.now() === hour || retryAt - clock.now() === 60_000);
      assert.equal(client.blockedUntil, retryAt);
    });

  test("is an hour at most for an answer that used up the limit, too", async () => {
    server.answer = json([], 200, quota(0, 9_999_999_999));
    await list();
    assert.equal(client.blockedUntil, clock.now() + hour);
    assert.equal(client.quota?.reset, seconds(clock.now() + 24 * hour));
  });
});

describe("/rate_limit", () => {
  const limits = (remaining: number, reset: number) =>
    json({ resources: { core: { limit: 5000, remaining, reset }, search: { limit: 30, remaining: 30, reset } } });

  test("may be asked when the limit is used up, and lifts the block when it is back", async () => {
    server.answer = refused(403, "API rate limit exceeded", quota(0, seconds(clock.now() + hour)));
    await failureOf(list());
    assert.ok(client.blockedUntil > 0);
    server.answer = limits(5000, seconds(clock.now() + hour));
    await client.call("misc.rateLimit", {});
    assert.equal(client.blockedUntil, 0);
    server.answer = json([]);
    assert.deepEqual(await list(), []);
  });

  test("lifts a block that is newer than its answer where that is unchanged, and where it has one limit only", async () => {
    const reset = seconds(clock.now() + hour);
    for (const body of [
      { resources: { core: { limit: 5000, remaining: 5000, reset } } },
      { rate: { limit: 5000, remaining: 5000, reset } },
    ]) {
      const etag = `"${Object.keys(body).join("")}"`;
      const free: Answer = (request, response) =>
        (request.headers["if-none-match"] === etag ? json(null, 304, { etag }) : json(body, 200, { etag }))(
          request,
          response,
        );
      server.answer = free;
      await client.call("misc.rateLimit", {});
      server.answer = refused(403, "API rate limit exceeded", quota(0, reset));
      await failureOf(list());
      assert.ok(client.blockedUntil > 0);
      server.answer = free;
      await client.call("misc.rateLimit", {});
      assert.equal(client.blockedUntil, 0);
    }
  });

  test("confirms a longer wait, and one of days only as a day", async () => {
    server.answer = refused(403, "API rate limit exceeded", quota(0, seconds(clock.now() + 3 * hour)));
    await failureOf(list());
    assert.equal(client.blockedUntil, clock.now() + hour);
    server.answer = limits(0, seconds(clock.now() + 3 * hour));
    await client.call("misc.rateLimit", {});
    assert.equal(client.blockedUntil, clock.now() + 3 * hour);
    server.answer = limits(0, 9_999_999_999);
    await client.call("misc.rateLimit", {});
    assert.equal(client.blockedUntil, clock.now() + 24 * hour);
  });

  test("does not end a pause that the service asked for", async () => {
    server.answer = refused(403, "You have exceeded a secondary rate limit", quota(4000, 1));
    await failureOf(list());
    server.answer = limits(4000, seconds(clock.now() + hour));
    await client.call("misc.rateLimit", {});
    assert.equal(client.blockedUntil, clock.now() + 60_000);
  });

  test("of odd content changes nothing, and a file of that name is a file", async () => {
    server.answer = refused(403, "API rate limit exceeded", quota(0, seconds(clock.now() + hour)));
    await failureOf(list());
    for (const body of [{}, { resources: [] }, { resources: { core: null, search: { remaining: "5" } } }]) {
      server.answer = json(body);
      await client.call("misc.rateLimit", {});
    }
    assert.equal(client.blockedUntil, clock.now() + hour);
    const path = { user: "u", repo: "r", path: "rate_limit" };
    assert.equal((await failureOf(client.call("repos.getContent", path))).kind, "rateLimited");
    assert.equal(server.requests.length, 4);
  });
});
