import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { ResponseCache } from "../../../src/client/cache.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { openWindow, signIn } from "../accounts/window.ts";
import { publicId, secretId, type Service, startService } from "../sandbox/service.ts";

describe("what was counted", () => {
  let server: RecordingServer;
  let clock: ManualClock;
  let client: Client;
  let callOrigin: string | undefined;
  before(async () => {
    server = await startRecordingServer();
  });
  after(() => server.close());
  beforeEach(() => {
    clock = new ManualClock();
    callOrigin = undefined;
    client = new Client({
      callOrigin: () => callOrigin,
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      clock,
      retry: { attempts: 0 },
    });
  });

  const within = (reset: number, value: unknown = [], status = 200, more = {}): Answer =>
    json(value, status, {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "30",
      "x-ratelimit-reset": String(reset),
      ...more,
    });
  const counted = () => client.usage.calls.map(({ label, priority, count }) => [label, priority, count]);

  test("is counted by operation and by priority, without 304, the limit itself, and what was refused", async () => {
    server.answer = (request, response) =>
      (request.headers["if-none-match"]
        ? within(1000, null, 304)
        : request.url === "/gists/limited"
          ? within(1000, {}, 429, { "retry-after": "0" })
          : request.method === "PUT" || request.url === "/rate_limit"
            ? within(1000, {}, 200)
            : within(1000, [], 200, { etag: '"1"' }))(request, response);
    const heard: unknown[] = [];
    client.onDidChangeQuota(() => heard.push(counted()));
    await client.call("gists.getAll", {}, { priority: "visible" });
    assert.deepEqual(heard, [[["gists.getAll", "visible", 1]]]);
    await client.call("gists.getAll", {}, { priority: "visible" });
    await client.call("gists.star", { id: "1" });
    await client.call("gists.star", { id: "2" });
    await client.call("misc.rateLimit", {});
    await client.get("/user?page=1", { priority: "background" });
    await failureOf(client.call("gists.get", { id: "limited" }));
    assert.deepEqual(counted(), [
      ["gists.star", "user", 2],
      ["gists.getAll", "visible", 1],
      ["GET /user", "background", 1],
    ]);
    client.dispose();
  });

  test("names the operation for further pages too", async () => {
    server.answer = (request, response) =>
      within(
        1000,
        [request.url],
        200,
        request.url === "/gists" ? { link: '</gists?page=2>; rel="next"' } : {},
      )(request, response);
    const first = await client.call("gists.getAll", {});
    await client.linkedPage(first, "next");
    await client.linkedPage('</elsewhere?a=1>; rel="next"', "next");
    assert.deepEqual(counted(), [
      ["gists.getAll", "user", 2],
      ["GET /elsewhere", "user", 1],
    ]);
    client.dispose();
  });

  test("starts over with a new window of the limit, not with an older answer that comes late", async () => {
    server.answer = within(1000);
    await client.call("gists.getAll", {});
    clock.advance(60_000);
    server.answer = within(1001);
    await client.call("gists.getAll", {});
    server.answer = within(4600);
    await client.call("gists.public", {});
    assert.deepEqual(counted(), [["gists.public", "user", 1]]);
    assert.equal(client.usage.since, clock.now());
    server.answer = within(1000);
    await client.call("gists.starred", {});
    assert.equal(counted().length, 2);
    client.dispose();
  });

  test("is counted by the origin when the call was made, not when it was answered", async () => {
    server.answer = (request, response) =>
      within(1000, request.method === "POST" ? { id: "1", files: {} } : [])(request, response);
    callOrigin = "forgeside.gist.fork";
    const forked = client.call("gists.fork", { id: "1" });
    callOrigin = "forgeside.gists";
    await Promise.all([forked, client.call("gists.getAll", {}, { priority: "visible" })]);
    callOrigin = undefined;
    await client.call("gists.fork", { id: "2" });
    const rows = client.usage.calls.map((call) => `${call.label} ${call.callOrigin} ${call.count}`);
    assert.deepEqual(
      new Set(rows),
      new Set(["gists.fork forgeside.gist.fork 1", "gists.getAll forgeside.gists 1", "gists.fork undefined 1"]),
    );
    client.dispose();
  });

  test("starts over each hour where the service reports no window, and with another account", async () => {
    server.answer = json([]);
    await client.call("gists.getAll", {});
    clock.advance(3_600_000);
    await client.call("gists.public", {});
    assert.deepEqual(counted(), [["gists.public", "user", 1]]);
    client.authenticate({ type: "token", token: "t" });
    assert.deepEqual(counted(), []);
    client.dispose();
  });
});

describe("kept answers", () => {
  const answer = (length: number) => ({ status: 200, headers: {}, body: "x".repeat(length) });

  test("are bounded in size and number; the ones that were not used for longest go first", () => {
    const cache = new ResponseCache({ size: 1000, entries: 3 });
    for (const key of ["a", "b", "c"]) cache.set(key, answer(10));
    cache.get("a");
    cache.set("d", answer(10));
    assert.deepEqual(
      ["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined),
      [true, false, true, true],
    );
    const large = new ResponseCache({ size: 1000 });
    large.set("huge", answer(251));
    assert.equal(large.get("huge"), undefined);
    for (const key of ["a", "b", "c", "d", "e"]) large.set(key, answer(250));
    assert.deepEqual([large.get("a"), large.get("e")?.body.length], [undefined, 250]);
    large.set("e", answer(1));
    large.set("f", answer(249));
    assert.equal(large.get("b")?.body.length, 250);
  });

  test("belong to one account and are gone at sign-out, those still under way included", async () => {
    const server = await startRecordingServer(json([], 200, { etag: '"1"' }));
    const client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
    const condition = () => server.requests.at(-1)?.headers["if-none-match"];
    client.authenticate({ type: "token", token: "mia" });
    await client.call("gists.getAll", {});
    await client.call("gists.getAll", {});
    assert.equal(condition(), '"1"');
    client.authenticate({ type: "token", token: "otto" });
    await client.call("gists.getAll", {});
    assert.equal(condition(), undefined);
    let release = (): void => undefined;
    server.answer = (request, response) => {
      release = () => json([], 200, { etag: '"2"' })(request, response);
    };
    const late = client.call("gists.public", {});
    await eventually(() => server.requests.at(-1)?.url === "/gists/public", "the read arrives");
    client.authenticate();
    release();
    await late;
    server.answer = json([]);
    client.authenticate({ type: "token", token: "otto" });
    await client.call("gists.public", {});
    assert.equal(condition(), undefined);
    await server.close();
  });
});

describe("an unchanged account", () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  test("costs no counted request to refresh, and its answers are gone when it signs out", async () => {
    const window = openWindow();
    const accountId = await signIn(window, service.url, "sandbox_mia");
    const client = window.model.get(accountId)?.client;
    assert.ok(client);
    await client.call("repos.create", { name: "one", auto_init: true });
    const repo = { user: "mia", repo: "one" };
    const refresh = async () => {
      for await (const _ of client.pages("gists.getAll", { per_page: 1 }, { ahead: true }));
      await Promise.all([
        client.call("gists.starred", {}),
        client.call("gists.get", { id: publicId }),
        client.call("gists.get", { id: secretId }),
        client.call("gists.getComments", { gist_id: publicId }),
        client.call("repos.getAll", {}),
        client.call("repos.getStarred", {}),
        client.call("repos.getWatched", {}),
        client.call("repos.get", repo),
        client.call("repos.getBranches", repo),
        client.call("repos.getCommits", repo),
        client.call("repos.getContent", { ...repo, path: "README.md" }),
        client.get("/user"),
      ]);
    };
    const used = async (): Promise<number> => {
      const { resources } = await client.call("misc.rateLimit", {});
      return resources.core.limit - resources.core.remaining;
    };
    await refresh();
    const [before, counted] = [await used(), client.usage.calls.reduce((sum, { count }) => sum + count, 0)];
    await refresh();
    assert.equal(await used(), before);
    assert.equal(
      client.usage.calls.reduce((sum, { count }) => sum + count, 0),
      counted,
    );
    await window.model.remove(accountId);
    await assert.rejects(client.call("gists.getAll", {}));
    assert.deepEqual(client.usage.calls, []);
    window.model.dispose();
  });
});
