import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { PagedList } from "../../../src/client/pagedList.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

interface Item {
  readonly id: string;
}

describe("A list that is read again", () => {
  let server: RecordingServer;
  let client: Client;
  let list: PagedList<Item>;
  let pages: readonly string[];
  let now: number;
  const text = (): string => list.items.map(({ id }) => id).join("");
  const newClient = (): Client =>
    new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, retry: { attempts: 0 } });
  const answer = (): void => {
    server.answer = (request, response) => {
      const page = Number(/[?&]page=(\d+)/.exec(request.url)?.[1] ?? 1);
      const next = `<${server.url}/gists?page=${page + 1}>; rel="next"`;
      const items = (pages[page - 1] ?? "").split("").map((id) => ({ id }));
      const headers: Record<string, string> = { etag: `"${pages[page - 1] ?? ""}"` };
      if (page < pages.length) headers["link"] = next;
      if (request.headers["if-none-match"] === headers["etag"]) response.writeHead(304, headers).end();
      else json(items, 200, headers)(request, response);
    };
  };
  beforeEach(async () => {
    server = await startRecordingServer();
    client = newClient();
    pages = ["ab", "cd", "ef", "g"];
    now = 1000;
    list = new PagedList<Item>(
      (from, options) =>
        from.pages("gists.getAll", {}, options) as unknown as ReturnType<
          ConstructorParameters<typeof PagedList<Item>>[0]
        >,
      ({ id }) => id,
      () => now,
    );
    answer();
  });
  afterEach(async () => {
    client.dispose();
    await server.close();
  });

  it("is known to be empty once it was read to its end and has nothing", async () => {
    assert.equal(list.isEmpty, false);
    pages = ["", "a"];
    await list.more(client);
    assert.equal(list.isEmpty, false, "there is a page more");
    await list.more(client);
    assert.deepEqual([text(), list.isEmpty], ["a", false]);
    list.remove(() => true);
    assert.equal(list.isEmpty, true);
    server.answer = json({ message: "No" }, 500);
    list.invalidate();
    assert.equal(list.isEmpty, false, "it is to be read again");
    await list.more(client);
    assert.equal(list.isEmpty, false, "it could not be read again");
  });

  it("has as many pages as before, and asks for each of them with its ETag", async () => {
    await list.more(client);
    await list.more(client);
    await list.more(client);
    assert.equal(text(), "abcdef");
    pages = ["xa", "bc", "de", "fg"];
    server.requests.length = 0;
    list.invalidate();
    assert.deepEqual([list.isRead, list.isEmpty], [false, false]);
    assert.equal(text(), "abcdef", "until it is read");
    assert.equal(await list.more(client), 1);
    assert.equal(text(), "xabcde");
    assert.equal(list.hasMore, true);
    // One page more may have been asked for ahead.
    assert.ok(server.requests.length <= 4);
    assert.ok(server.requests.slice(0, 3).every(({ headers }) => headers["if-none-match"] !== undefined));
    await list.more(client);
    assert.equal(text(), "xabcdefg");
    assert.equal(list.hasMore, false);
    list.invalidate();
    await list.more(client);
    assert.equal(text(), "xabcdefg");
    assert.equal(list.hasMore, false);
  });

  for (const [title, status, headers] of [
    ["the rate limit is exceeded", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999" }],
    ["the server fails", 503, {}],
  ] as const)
    it(`keeps its items, their age and the reason when ${title}, and is read at the next refresh`, async () => {
      await list.more(client);
      await list.more(client);
      now = 2000;
      server.answer = json({ message: "No" }, status, headers);
      list.invalidate();
      assert.equal(await list.more(client), 0);
      assert.equal(text(), "abcd");
      assert.equal(list.isRead, true);
      assert.equal(list.staleness?.readAt, 1000);
      assert.ok(HttpError.is(list.staleness.error));
      const other = newClient();
      server.answer = json({ message: "No" }, status, headers);
      list.invalidate();
      await assert.rejects(list.more(other), "another sign-in sees nothing of it");
      assert.equal(text(), "");
      other.dispose();
    });

  it("keeps its items offline, and in the middle of its pages, and is fresh as soon as it was read", async () => {
    await list.more(client);
    await list.more(client);
    pages = ["xy", "zw"];
    let count = 0;
    const good = server.answer;
    server.answer = (request, response) => (count++ === 0 ? good(request, response) : void response.destroy());
    list.invalidate();
    await list.more(client);
    assert.equal(text(), "abcd", "all or nothing");
    assert.ok(HttpError.is(list.staleness?.error, "network"));
    answer();
    list.invalidate();
    await list.more(client);
    assert.equal(text(), "xyzw");
    assert.equal(list.staleness, undefined);
  });

  const breakPage = (page: number, status: number): void => {
    const good = server.answer;
    server.answer = (request, response) => {
      const isBroken = Number(/[?&]page=(\d+)/.exec(request.url)?.[1] ?? 1) === page;
      (isBroken ? json({ message: "No" }, status) : good)(request, response);
    };
  };

  for (const status of [401, 403, 404, 422])
    it(`keeps its items and their age when a later page is refused with ${status}`, async () => {
      await list.more(client);
      await list.more(client);
      now = 2000;
      breakPage(2, status);
      list.invalidate();
      assert.equal(await list.more(client), 0);
      assert.equal(text(), "abcd");
      assert.deepEqual([list.isRead, list.staleness?.readAt], [true, 1000]);
      answer();
      list.invalidate();
      await list.more(client);
      assert.deepEqual([text(), list.staleness], ["abcd", undefined]);
    });

  for (const status of [401, 403, 404])
    it(`has as many pages as before when it was refused once with ${status}`, async () => {
      await list.more(client);
      await list.more(client);
      breakPage(1, status);
      for (let time = 0; time < 2; time++) {
        list.invalidate();
        await assert.rejects(list.more(client), { code: status });
        assert.equal(text(), "");
      }
      answer();
      assert.equal(await list.more(client), 4);
      assert.equal(text(), "abcd");
      breakPage(1, status);
      list.invalidate();
      await assert.rejects(list.more(client));
      answer();
      breakPage(2, status);
      await list.more(client);
      assert.deepEqual([text(), list.hasMore], ["ab", true], "what could be read");
    });

  it("gives another sign-in nothing of what it reads for the former one", async () => {
    await list.more(client);
    await list.more(client);
    const waiting: (() => void)[] = [];
    const good = server.answer;
    server.answer = (request, response) => void waiting.push(() => good(request, response));
    list.invalidate();
    const first = list.more(client);
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const other = newClient();
    const second = list.more(other);
    const third = list.all(other, new AbortController().signal);
    answer();
    waiting[0]?.();
    await first;
    assert.equal(text(), "abcd");
    pages = ["xy", "z"];
    await Promise.all([second, third]);
    assert.equal(text(), "xyz");
    other.dispose();
  });

  it("has nothing when the service says that it is gone, and fails when it was never read", async () => {
    server.answer = json({ message: "No" }, 503);
    await assert.rejects(list.more(client));
    assert.equal(list.isRead, false);
    answer();
    await list.more(client);
    server.answer = json({ message: "Not Found" }, 404);
    list.invalidate();
    await assert.rejects(list.more(client));
    assert.equal(text(), "");
  });

  const removeTwo = async (): Promise<void> => {
    await list.more(client);
    await list.more(client);
    list.remove(({ id }) => "ab".includes(id));
    pages = ["cd", "ef", "g"];
  };

  it("leaves out nothing that moved to a page which was read before something was removed", async () => {
    await removeTwo();
    assert.equal(text(), "cd");
    assert.equal(await list.more(client), 2);
    assert.equal(text(), "cdef");
    await list.more(client);
    assert.deepEqual([text(), list.hasMore], ["cdefg", false]);
  });

  it("has a page more at the next try also where only a part of a page was removed", async () => {
    await list.more(client);
    await list.more(client);
    list.remove(({ id }) => id === "a");
    pages = ["bc", "de", "fg"];
    assert.equal(await list.more(client), 3);
    assert.deepEqual([text(), list.hasMore], ["bcdefg", false]);
  });

  for (const status of [502, 403])
    it(`says that it can't be read on after something was removed (${status}), and keeps its items`, async () => {
      await removeTwo();
      server.answer = (_, response) => void response.writeHead(status).end();
      await assert.rejects(list.more(client), HttpError);
      await assert.rejects(list.all(client, new AbortController().signal), HttpError);
      assert.deepEqual([text(), list.isRead, list.hasMore], ["cd", true, true]);
      answer();
      await list.all(client, new AbortController().signal);
      assert.deepEqual([text(), list.hasMore], ["cdefg", false]);
    });

  it("does not take what was asked for before it was invalidated for its newest state", async () => {
    await list.more(client);
    const waiting: (() => void)[] = [];
    const good = server.answer;
    server.answer = (request, response) => void waiting.push(() => good(request, response));
    list.invalidate();
    const first = list.more(client);
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    list.invalidate();
    const second = list.more(client);
    pages = ["xy"];
    // What was begun is answered with the former state.
    answer();
    const newest = server.answer;
    server.answer = newest;
    list.change((items) => [{ id: "n" }, ...items]);
    waiting[0]?.();
    await Promise.all([first, second]);
    assert.equal(text(), "xy");
    assert.equal(server.requests.length, 3);
  });

  it("that the rate limit refused is to be read when that is over, and only then", async () => {
    await list.more(client);
    now = Date.now();
    server.answer = json({ message: "Slow down" }, 429, { "retry-after": "100" });
    list.invalidate();
    await list.more(client);
    assert.deepEqual([text(), list.isRead], ["ab", true]);
    const { error } = list.staleness ?? {};
    now = (HttpError.is(error) && error.retryAt) || 0;
    assert.equal(list.isRead, false);
    now--;
    assert.equal(list.isRead, true);
    // As long as it isn't read, it is what it was.
    assert.ok(HttpError.is(list.staleness?.error, "rateLimited"));
    pages = ["xy"];
    answer();
    now++;
    client.authenticate();
    await list.more(client);
    assert.deepEqual([text(), list.isRead, list.staleness], ["xy", true, undefined]);
  });

  it("is asked for once where it was invalidated before it was sent", async () => {
    const clock = new ManualClock();
    const slow = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, clock });
    const good = server.answer;
    server.answer = json({ message: "Slow down" }, 429, { "retry-after": "10" });
    const first = list.more(slow);
    await eventually(() => slow.blockedUntil > 0, "it waits");
    server.answer = good;
    list.invalidate();
    const second = list.more(slow);
    clock.advance(10_000);
    assert.deepEqual(await Promise.all([first, second]), [2, 2]);
    assert.deepEqual([text(), list.isRead, server.requests.length], ["ab", true, 2]);
    slow.dispose();
  });

  it("has what was changed here while it was read again", async () => {
    await list.more(client);
    list.invalidate();
    const reading = list.more(client);
    list.change((items) => [{ id: "n" }, ...items]);
    await reading;
    assert.equal(text(), "nab");
  });

  for (const [title, read] of [
    ["the next page", () => list.more(client)],
    ["all of the other pages", () => list.all(client, new AbortController().signal)],
  ] as const)
    it(`has what was changed here while it read ${title}`, async () => {
      await list.more(client);
      const waiting: (() => void)[] = [];
      server.answer = (request, response) => {
        const before = server.answer;
        answer();
        const answered = server.answer;
        server.answer = before;
        waiting.push(() => answered(request, response));
      };
      const reading = read();
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      list.remove(({ id }) => id === "d" || id === "a");
      list.change((items) => [{ id: "n" }, ...items]);
      answer();
      waiting[0]?.();
      await reading;
      assert.equal(text().slice(0, 3), "nbc");
      assert.doesNotMatch(text(), /[ad]/);
      assert.equal(new Set(text()).size, text().length);
    });

  const pagesAsked = (): string[] => server.requests.map(({ url }) => /[?&]page=(\d+)/.exec(url)?.[1] ?? "1");

  it("is read once for two who want all of it at the same time", async () => {
    const { signal } = new AbortController();
    await Promise.all([list.all(client, signal), list.all(client, signal), list.all(client, signal)]);
    assert.equal(text(), "abcdefg");
    assert.deepEqual(pagesAsked(), ["1", "2", "3", "4"]);
    list.invalidate();
    server.requests.length = 0;
    await Promise.all([list.all(client, signal), list.all(client, signal)]);
    assert.equal(text(), "abcdefg");
    assert.deepEqual(pagesAsked(), ["1", "2", "3", "4"]);
  });

  it("is read on for the one of two who does not cancel, and not for who cancels while waiting", async () => {
    await list.more(client);
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const { answer: answered } = server;
    server.answer = (request, response) => {
      first.abort();
      third.abort();
      server.answer = answered;
      answered(request, response);
    };
    const reading = list.all(client, first.signal);
    const other = list.all(client, second.signal);
    await assert.rejects(list.all(client, third.signal), CancelledError);
    await assert.rejects(reading, CancelledError);
    await other;
    assert.equal(text(), "abcdefg");
  });
});
