import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import type { ClientOptions } from "../../../src/client/clientOptions.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { Scheduler, Urgency } from "../../../src/client/scheduler.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { failureOf } from "../../support/failureOf.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { inTurn, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let clock: ManualClock;
let client: Client;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = json({});
  clock = new ManualClock();
  client = connect();
});
afterEach(() => {
  client.dispose();
  assert.equal(clock.pending, 0, "a timer was left behind");
});

const connect = (options: Partial<ClientOptions> = {}): Client =>
  new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, clock, ...options });

const waiting = (of = client) =>
  of.waiting.map(({ label, priority, since, reason, until }) => ({ label, priority, since, reason, until }));

/** What is under way comes to its end, with no time passing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const urgency = new Urgency("user");
const write = { label: "w", resource: "core", urgency, write: true };
const read = { label: "r", resource: "core", urgency, write: false };

describe("writes", () => {
  test("of a long series are a second apart, the first one is not delayed, and reads go on between", async () => {
    const scheduler = new Scheduler({ clock, writeGap: 1000 });
    const began: number[] = [];
    const start = clock.now();
    const series = Array.from({ length: 50 }, () =>
      scheduler.run(async () => void began.push(clock.now() - start), write),
    );
    await settle();
    assert.deepEqual(began, [0]);
    assert.equal(await scheduler.run(async () => "read", read), "read");
    for (let second = 1; second < 50; second++) {
      clock.advance(999);
      await settle();
      assert.equal(began.length, second);
      clock.advance(1);
      await settle();
    }
    await Promise.all(series);
    assert.deepEqual(
      began,
      Array.from({ length: 50 }, (_, index) => index * 1000),
    );
    clock.advance(1000);
    await scheduler.run(async () => undefined, write);
    scheduler.dispose();
  });

  test("are a second apart from the end of a slow one", async () => {
    const scheduler = new Scheduler({ clock, writeGap: 1000 });
    const ends: (() => void)[] = [];
    const slow = () => new Promise<void>((resolve) => ends.push(resolve));
    const calls = [scheduler.run(slow, write), scheduler.run(slow, write)];
    clock.advance(5000);
    ends[0]?.();
    await calls[0];
    await settle();
    assert.equal(ends.length, 1);
    clock.advance(1000);
    assert.equal(ends.length, 2);
    ends[1]?.();
    await calls[1];
    scheduler.dispose();
  });

  test("wait for each other where the dialect is github, and not on this machine or in the other dialect", async () => {
    for (const [baseUrl, dialect, gap] of [
      ["https://forge.example.com", "github", true],
      ["https://forge.example.com", "interface", false],
      ["http://127.0.0.1:1", "github", false],
    ] as const) {
      let sent = 0;
      const transport = inProcessTransport(async () => {
        sent++;
        return new Response(null, { status: 204 });
      });
      const own = new Client({ baseUrl, dialect, transport, clock });
      const calls = [own.call("gists.star", { id: "1" }), own.call("gists.star", { id: "2" })];
      await calls[0];
      await settle();
      assert.equal(sent, gap ? 1 : 2, `${baseUrl} ${dialect}`);
      clock.advance(1000);
      await calls[1];
      assert.equal(sent, 2);
      own.dispose();
    }
  });

  test("do not wait for eight slow reads", async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) =>
      request.method === "GET"
        ? void held.push(() => json({})(request, response))
        : json({}, 204)(request, response);
    const reads = Array.from({ length: 9 }, (_, index) => client.call("gists.get", { id: String(index) }));
    await eventually(() => held.length === 8, "eight reads arrive");
    await client.call("gists.star", { id: "1" });
    assert.equal(held.length, 8);
    for (const answer of held.splice(0)) answer();
    await eventually(() => held.length === 1, "the ninth arrives");
    held[0]?.();
    await Promise.all(reads);
  });
});

describe("the order", () => {
  test("of a read that waits in the background becomes that of the user who wants the same", async () => {
    const held: { url: string; answer: () => void }[] = [];
    server.answer = (request, response) =>
      void held.push({ url: request.url, answer: () => fitting(request, response) });
    const busy = Array.from({ length: 8 }, (_, index) => client.call("gists.get", { id: String(index) }));
    const background = client.call("gists.getAll", {}, { priority: "background" });
    const visible = client.call("gists.public", {}, { priority: "visible" });
    const wanted = client.call("gists.getAll", {});
    await eventually(() => held.length === 8, "eight reads arrive");
    held[0]?.answer();
    await eventually(() => held.length === 9, "the next read arrives");
    assert.equal(held[8]?.url, "/gists");
    // Two of the eight places are for the user only.
    for (const { answer } of held.slice(1, 4)) answer();
    await eventually(() => held.length === 10, "the last read arrives");
    for (const { answer } of held.slice(4)) answer();
    await Promise.all([...busy, background, visible, wanted]);
    assert.equal(held.length, 10);
  });
});

/** Counts how often the time is asked for: whenever a scheduler looks at what may be sent. */
class CountingClock extends ManualClock {
  looks = 0;

  override now(): number {
    this.looks++;
    return super.now();
  }
}

describe("many calls at once", () => {
  /** How often the scheduler looks until all are done, or cancelled; all writes but the first wait for long. */
  const looksOf = async (count: number, job: typeof read, isCancelled: boolean): Promise<number> => {
    const counting = new CountingClock();
    const scheduler = new Scheduler({ clock: counting });
    // A limit that is over, so that each look at a call asks for the time.
    scheduler.block("core", counting.now() + 1, "pause");
    counting.advance(1);
    const controller = new AbortController();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { signal } = isCancelled ? controller : {};
    const calls = Array.from({ length: count }, () => scheduler.run(() => held, { ...job, signal }));
    counting.advance(1000);
    controller.abort();
    release();
    await Promise.allSettled(calls);
    scheduler.dispose();
    return counting.looks;
  };

  for (const [what, job] of [
    ["reads", read],
    ["writes", write],
  ] as const)
    for (const isCancelled of [false, true])
      test(`${what} take as many looks each as a few of them${isCancelled ? ", also cancelled ones" : ""}`, async () => {
        const [once, twice] = [await looksOf(500, job, isCancelled), await looksOf(1000, job, isCancelled)];
        assert.ok(twice <= 2.2 * once, `${once} looks, then ${twice}`);
      });

  test("start in the order in which they came, the most wanted first, also when some of them are wanted more now", async () => {
    const scheduler = new Scheduler({ clock, concurrency: 4 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const run = (number: number, of: Urgency): Promise<void> =>
      scheduler.run(
        () => {
          begun.push(number);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        { ...read, urgency: of },
      );
    const urgencies = Array.from({ length: 40 }, (_, index) => new Urgency(index % 2 ? "visible" : "background"));
    const full = Array.from({ length: 4 }, () => run(-1, new Urgency("user")));
    const calls = urgencies.map((each, index) => run(index, each));
    for (const index of [30, 7, 0]) urgencies[index]?.raise("user");
    urgencies[8]?.raise("visible");
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
    await Promise.all([...full, ...calls]);
    const isVisible = (index: number): boolean => index % 2 === 1 || index === 8;
    const rest = urgencies.map((_, index) => index).filter((index) => ![0, 7, 30].includes(index));
    assert.deepEqual(begun.slice(4), [
      0,
      7,
      30,
      ...rest.filter(isVisible),
      ...rest.filter((index) => !isVisible(index)),
    ]);
    scheduler.dispose();
  });
});

describe("two of the eight places", () => {
  test("are the user's, who waits for no slow read in the background, not even when it is the same one", async () => {
    const held: { url: string; answer: () => void }[] = [];
    server.answer = (request, response) =>
      void held.push({ url: request.url, answer: () => fitting(request, response) });
    const calls = (["background", "visible"] as const).flatMap((priority) =>
      Array.from({ length: 5 }, (_, index) => client.call("gists.get", { id: priority + index }, { priority })),
    );
    await eventually(() => held.length === 6, "six reads arrive");
    await settle();
    assert.equal(held.length, 6);
    const own = client.call("gists.get", { id: "own" });
    await eventually(() => held.length === 7, "the user's read arrives");
    const same = client.call("gists.get", { id: "visible4" });
    await eventually(() => held.length === 8, "the read that the user wants too arrives");
    assert.deepEqual(
      held.slice(6).map(({ url }) => url),
      ["/gists/own", "/gists/visible4"],
    );
    let answered = 0;
    await eventually(() => {
      for (; answered < held.length; answered++) held[answered]?.answer();
      return answered === 11;
    }, "all are answered");
    await Promise.all([...calls, own, same]);
  });
});

describe("the limit", () => {
  const limited = (seconds: number, status = 429) =>
    json({ message: "slow down" }, status, { "retry-after": String(seconds) });

  for (const status of [403, 429])
    test(`a ${status} that asks for longer than is waited for fails at once and says until when`, async () => {
      server.answer = limited(31, status);
      let heard = 0;
      client.onDidChangeWaiting(() => heard++);
      const error = await failureOf(client.call("gists.getAll", {}));
      assert.deepEqual([error.kind, error.code, error.retryAt], ["rateLimited", status, clock.now() + 31_000]);
      assert.equal(server.requests.length, 1);
      assert.deepEqual(waiting(), []);
      // Until when is another one now.
      assert.equal(heard, 1);
    });

  test("calls that wait are listed after half a second: what, with which priority, since when and until when", async () => {
    server.answer = inTurn(limited(20), json([]));
    const since = clock.now();
    const heard: number[] = [];
    client.onDidChangeWaiting(() => heard.push(client.waiting.length));
    const first = client.call("gists.getAll", {});
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    const second = client.call("repos.getAll", {}, { priority: "visible" });
    const third = client.get("/user?x=1", { priority: "background" });
    await settle();
    assert.deepEqual(waiting(), []);
    clock.advance(500);
    const until = since + 20_000;
    assert.deepEqual(waiting(), [
      { label: "gists.getAll", priority: "user", since, reason: "limit", until },
      { label: "repos.getAll", priority: "visible", since, reason: "limit", until },
      { label: "GET /user", priority: "background", since, reason: "limit", until },
    ]);
    client.waiting[1]?.cancel();
    await assert.rejects(second, CancelledError);
    assert.deepEqual(heard.slice(-2), [3, 2]);
    clock.advance(19_499);
    await settle();
    assert.equal(server.requests.length, 1);
    clock.advance(1);
    assert.deepEqual(await first, []);
    await third;
    assert.equal(server.requests.length, 3);
    assert.deepEqual([heard.at(-1), waiting().length], [0, 0]);
  });

  test("what the caller cancels waits no more", async () => {
    server.answer = limited(20);
    const controller = new AbortController();
    const call = client.call("gists.star", { id: "1" }, { signal: controller.signal });
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    clock.advance(500);
    assert.equal(client.waiting[0]?.label, "gists.star");
    controller.abort();
    await assert.rejects(call, CancelledError);
    assert.deepEqual(waiting(), []);
  });

  test("writes that wait for their turn are listed as that", async () => {
    const own = connect({ writeGap: 1000 });
    server.answer = json({}, 204);
    await own.call("gists.star", { id: "1" });
    const second = own.call("gists.star", { id: "2" });
    const third = own.call("gists.star", { id: "3" });
    clock.advance(500);
    assert.deepEqual(
      waiting(own).map(({ reason, until }) => [reason, until]),
      [
        ["order", clock.now() + 500],
        ["order", clock.now() + 500],
      ],
    );
    clock.advance(500);
    await second;
    clock.advance(1000);
    await third;
    assert.deepEqual(waiting(own), []);
    own.dispose();
  });

  test("reads that wait only for other reads are not listed", async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) => void held.push(() => fitting(request, response));
    const calls = Array.from({ length: 9 }, (_, index) => client.call("gists.get", { id: String(index) }));
    await eventually(() => held.length === 8, "eight reads arrive");
    clock.advance(5000);
    assert.deepEqual(waiting(), []);
    for (const answer of held.splice(0)) answer();
    await eventually(() => held.length === 1, "the ninth arrives");
    held[0]?.();
    await Promise.all(calls);
  });

  test("of searches does not hold back the rest, nor the other way round", async () => {
    const used = (resource: string) =>
      json({ message: "API rate limit exceeded" }, 403, {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(clock.now() / 1000 + 600),
        "x-ratelimit-resource": resource,
      });
    server.answer = (request, response) =>
      (request.url.startsWith("/search/") ? used("search") : json([]))(request, response);
    assert.equal((await failureOf(client.get("/search/repositories?q=a"))).kind, "rateLimited");
    assert.equal((await failureOf(client.get("/search/users?q=b"))).kind, "rateLimited");
    assert.equal(server.requests.length, 1);
    assert.deepEqual(await client.call("gists.getAll", {}), []);
    assert.deepEqual([client.blockedUntil, client.quota], [0, undefined]);
    const other = connect();
    server.answer = (request, response) =>
      (request.url.startsWith("/search/") ? json([]) : used("core"))(request, response);
    assert.equal((await failureOf(other.call("gists.getAll", {}))).kind, "rateLimited");
    assert.deepEqual(await other.get("/search/users?q=a"), []);
    other.dispose();
  });

  test("that is used up for a few seconds only is waited for", async () => {
    const reset = String(clock.now() / 1000 + 5);
    server.answer = inTurn(
      json({}, 403, { "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }),
      json([]),
    );
    const call = client.call("gists.getAll", {});
    await eventually(() => client.blockedUntil > 0, "the limit is used up");
    clock.advance(5000);
    assert.deepEqual(await call, []);
  });

  test("a client that ends leaves no call waiting", async () => {
    server.answer = limited(20);
    const call = client.call("gists.star", { id: "1" });
    await eventually(() => client.blockedUntil > 0, "the service asks for silence");
    client.dispose();
    await assert.rejects(call, CancelledError);
    assert.ok(!HttpError.is(await call.catch((error: unknown) => error)));
  });
});
