import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { hasFirstPage, hasLastPage, hasNextPage, hasPreviousPage } from "../../../src/client/links.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import {
  type Answer,
  inTurn,
  json,
  type RecordingServer,
  startRecordingServer,
} from "../../support/recordingServer.ts";

let server: RecordingServer;
let client: Client;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  client = new Client({
    baseUrl: `${server.url}/api/v3`,
    dialect: "github",
    transport: nodeTransport,
    retry: { attempts: 0 },
  });
});

const page = (ids: readonly string[], next?: string): Answer =>
  json(
    ids.map((id) => ({ id })),
    200,
    next === undefined ? {} : { link: `<${next}>; rel="next"` },
  );

describe("pages", () => {
  test("of which there is no content are an empty list", async () => {
    server.answer = json(null, 204);
    const pages: unknown[] = [];
    for await (const each of client.pages("repos.getContributors", { user: "mia", repo: "empty" }))
      pages.push(each);
    assert.deepEqual(pages, [[]]);
    server.answer = json({ message: "no list" });
    await assert.rejects(client.pages("repos.getContributors", { user: "mia", repo: "x" }).next(), (error) =>
      HttpError.is(error, "unreadable"),
    );
  });

  test("are read one after the other as Link leads, with the first page's headers", async () => {
    server.answer = inTurn(
      page(["1", "2"], `${server.url}/api/v3/gists?page=2`),
      page(["3"], "/api/v3/gists?page=3"),
      page([]),
    );
    client.authenticate({ type: "token", token: "t" });
    const ids: string[] = [];
    for await (const gists of client.pages("gists.getAll", { per_page: 2, headers: { "User-Agent": "me" } }))
      ids.push(...gists.map(({ id }) => id));
    assert.deepEqual(ids, ["1", "2", "3"]);
    assert.deepEqual(
      server.requests.map(({ url, headers }) => [url, headers["user-agent"], headers.authorization]),
      [
        ["/api/v3/gists?per_page=2", "me", "Bearer t"],
        ["/api/v3/gists?page=2", "me", "Bearer t"],
        ["/api/v3/gists?page=3", "me", "Bearer t"],
      ],
    );
  });

  test("stop where the reader stops", async () => {
    server.answer = page(["1"], "/api/v3/gists?page=2");
    for await (const gists of client.pages("gists.getAll", {})) {
      assert.equal(gists.length, 1);
      break;
    }
    assert.equal(server.requests.length, 1);
  });

  test("on another server are not read", async () => {
    server.answer = page(["1"], "https://evil.example/gists?page=2");
    const pages = client.pages("gists.getAll", {});
    assert.equal((await pages.next()).done, false);
    await assert.rejects(pages.next(), (error) => HttpError.is(error, "redirect"));
    assert.equal(server.requests.length, 1);
  });

  test("that go round in a circle end", async () => {
    server.answer = page(["1"], "/api/v3/gists?page=1");
    let count = 0;
    for await (const _ of client.pages("gists.getAll", {})) count++;
    assert.equal(count, 2);
  });

  test("that are no list are an error", async () => {
    server.answer = json({ message: "hello" });
    await assert.rejects(client.pages("gists.getAll", {}).next(), (error) => HttpError.is(error, "unreadable"));
  });

  test("a failed page does not take back the former ones", async () => {
    server.answer = inTurn(page(["1"], "/api/v3/gists?page=2"), json({ message: "no" }, 500));
    const pages = client.pages("gists.getAll", {});
    assert.equal((await pages.next()).value?.length, 1);
    await assert.rejects(pages.next(), (error) => HttpError.is(error, "server"));
  });
});

describe("links", () => {
  const link =
    '<https://x.example/gists?page=3&a=b,c>; rel="next", <https://x.example/gists?page=1>; title="a, b"; rel="prev first", <https://x.example/l>;rel=last';
  test("are found by relation in a header, an object with link, or a result", () => {
    for (const source of [link, { link }, { meta: { link } }]) {
      assert.equal(hasNextPage(source), "https://x.example/gists?page=3&a=b,c");
      assert.equal(hasPreviousPage(source), "https://x.example/gists?page=1");
      assert.equal(hasFirstPage(source), "https://x.example/gists?page=1");
      assert.equal(hasLastPage(source), "https://x.example/l");
    }
    for (const source of [undefined, "", {}, { meta: {} }, "nonsense"])
      assert.equal(hasNextPage(source), undefined);
  });

  test("a linked page can be read; a missing one is 404", async () => {
    server.answer = page(["2"]);
    const source = { meta: { link: `<${server.url}/api/v3/gists?page=2>; rel="next"` } };
    assert.deepEqual(await client.linkedPage(source, "next"), [{ id: "2" }]);
    await assert.rejects(client.linkedPage(source, "last"), (error) => HttpError.is(error, "notFound"));
  });
});

describe("quota", () => {
  test("an unchanged answer costs a 304 and gives the stored body", async () => {
    server.answer = (request, response) =>
      request.headers["if-none-match"] === '"v1"'
        ? json(null, 304, { etag: '"v1"', "x-ratelimit-remaining": "10" })(request, response)
        : json([{ id: "1" }], 200, { etag: '"v1"' })(request, response);
    await client.call("gists.getAll", {});
    const again = await client.call("gists.getAll", {});
    assert.deepEqual(
      again.map(({ id }) => id),
      ["1"],
    );
    assert.equal(server.requests[1]?.headers["if-none-match"], '"v1"');
    assert.equal(again.meta["x-ratelimit-remaining"], "10");
  });

  test("the headers of each answer are passed to the caller, those of a 304 that count now too", async () => {
    server.answer = (request, response) =>
      request.headers["if-none-match"] === '"v1"'
        ? json(null, 304, { etag: '"v1"', "x-poll-interval": "90", date: "now" })(request, response)
        : json([], 200, { etag: '"v1"', "x-poll-interval": "60", "x-own": "1" })(request, response);
    const received: (string | undefined)[][] = [];
    const onHeaders = (headers: Readonly<Record<string, string>>): void => {
      received.push([headers["x-poll-interval"], headers["x-own"]]);
    };
    await client.call("events.get", {}, { onHeaders });
    await client.call("events.get", {}, { onHeaders });
    server.answer = json({ message: "no" }, 404);
    await assert.rejects(client.call("events.get", {}, { onHeaders }));
    assert.deepEqual(received, [
      ["60", "1"],
      ["90", "1"],
    ]);
  });

  test("an answer that is not to be kept leaves no room for a 304", async () => {
    server.answer = json([{ id: "1" }], 200, { etag: '"v1"' });
    await client.call("gists.getAll", {}, { keep: false });
    await client.call("gists.getAll", {});
    await client.call("gists.getAll", {});
    assert.deepEqual(
      server.requests.map(({ headers }) => headers["if-none-match"]),
      [undefined, undefined, '"v1"'],
    );
  });

  for (const [what, body] of [
    ["that is cut off", '[{"id":'],
    ["of another shape", '"text"'],
  ] as const)
    test(`an answer ${what} is not asked for with its ETag, which the service would confirm`, async () => {
      server.answer = (request, response) => {
        const isKnown = request.headers["if-none-match"] === '"v1"';
        response.writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag: '"v1"' });
        response.end(isKnown ? undefined : server.requests.length === 1 ? body : '[{"id":"1"}]');
      };
      await assert.rejects(client.call("gists.getAll", {}), (error) => HttpError.is(error, "unreadable"));
      const again = await client.call("gists.getAll", {});
      assert.deepEqual(
        again.map(({ id }) => id),
        ["1"],
      );
    });

  test("another account does not get the former one's answer", async () => {
    server.answer = json([{ id: "1" }], 200, { etag: '"v1"' });
    await client.call("gists.getAll", {});
    client.authenticate({ type: "token", token: "t" });
    await client.call("gists.getAll", {});
    assert.equal(server.requests[1]?.headers["if-none-match"], undefined);
  });

  test("a caller's own condition is left alone: 304 gives an empty object with its status", async () => {
    server.answer = (_, response) => {
      response.writeHead(304, { etag: '"x"' });
      response.end();
    };
    const result = await client.call("gists.getAll", { headers: { "If-None-Match": '"x"' } });
    assert.deepEqual({ ...result.meta }, { etag: '"x"', status: "304 Not Modified" });
  });

  test("equal reads under way share one request, each with a result of its own", async () => {
    let answerNow: () => void = () => undefined;
    server.answer = (request, response) => {
      answerNow = () => page(["1"])(request, response);
    };
    const calls = [client.call("gists.getAll", {}), client.call("gists.getAll", {})];
    await eventually(() => server.requests.length === 1, "the request arrives");
    answerNow();
    const [first, second] = await Promise.all(calls);
    assert.deepEqual(first, second);
    assert.notEqual(first, second);
    assert.equal(server.requests.length, 1);
  });

  test("one of two sharers may leave; when both leave the request ends", async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) => void held.push(() => page(["1"])(request, response));
    const leaving = new AbortController();
    const first = client.call("gists.getAll", {}, { signal: leaving.signal });
    const second = client.call("gists.getAll", {});
    await eventually(() => held.length === 1, "the request arrives");
    leaving.abort();
    await assert.rejects(first, CancelledError);
    held[0]?.();
    assert.equal((await second).length, 1);
    let hasEnded = false;
    server.answer = (_, response) => void response.once("close", () => (hasEnded = true));
    const both = [new AbortController(), new AbortController()];
    const calls = both.map(({ signal }) => client.call("gists.public", {}, { signal }));
    await eventually(() => server.requests.length === 2, "the next request arrives");
    for (const each of both) each.abort();
    for (const call of calls) await assert.rejects(call, CancelledError);
    await eventually(() => hasEnded, "the request ends");
  });

  test("a read after a write is not answered by a read from before it", async () => {
    const held: (() => void)[] = [];
    server.answer = (request, response) =>
      request.method === "GET"
        ? void held.push(() => page([String(held.length)])(request, response))
        : json({})(request, response);
    const before = client.call("gists.getAll", {});
    await eventually(() => held.length === 1, "the first read arrives");
    await client.call("gists.star", { id: "1" });
    const afterwards = client.call("gists.getAll", {});
    await eventually(() => held.length === 2, "the second read arrives");
    for (const answer of held) answer();
    await Promise.all([before, afterwards]);
    assert.equal(server.requests.length, 3);
  });

  test("at most eight reads and one write are under way at once, the user's first", async () => {
    const held: { method: string; url: string; answer: () => void }[] = [];
    server.answer = (request, response) =>
      void held.push({ method: request.method, url: request.url, answer: () => json({})(request, response) });
    const calls = [
      ...Array.from({ length: 2 }, (_, index) => client.call("gists.get", { id: `u${index}` })),
      ...Array.from({ length: 10 }, (_, index) =>
        client.call("gists.get", { id: `b${index}` }, { priority: "background" }),
      ),
      client.call("gists.get", { id: "u2" }),
      client.call("gists.get", { id: "u3" }),
      client.call("gists.star", { id: "w1" }),
      client.call("gists.star", { id: "w2" }),
      client.call("gists.get", { id: "visible" }, { priority: "visible" }),
      client.call("gists.get", { id: "user" }),
    ];
    await eventually(() => held.length === 9, "eight reads and a write arrive");
    assert.equal(held.filter(({ url }) => url.includes("/b")).length, 4, "two places are the user's");
    const order: string[] = [];
    while (order.length < calls.length) {
      await eventually(() => held.length > 0, "a request arrives");
      assert.ok(held.filter(({ method }) => method === "GET").length <= 8);
      assert.ok(held.filter(({ method }) => method === "PUT").length <= 1);
      const next = held.shift();
      order.push(next?.url.split("/")[4] ?? "");
      next?.answer();
    }
    await Promise.all(calls);
    assert.ok(order.indexOf("w1") < 9, order.join());
    const rest = order.slice(9);
    assert.ok(rest.indexOf("user") < rest.indexOf("visible"), rest.join());
    assert.ok(rest.indexOf("visible") < rest.indexOf("b4"), rest.join());
    assert.ok(order.indexOf("w1") < order.indexOf("w2"), order.join());
  });
});

describe("yes or no", () => {
  test("204 is yes, 404 is no, anything else is an error", async () => {
    server.answer = inTurn(json(null, 204), json({}, 404), json({}, 403));
    assert.equal(await client.check("gists.checkStar", { id: "1" }), true);
    assert.equal(await client.check("gists.checkStar", { id: "1" }), false);
    await assert.rejects(client.check("gists.checkStar", { id: "1" }), (error) =>
      HttpError.is(error, "forbidden"),
    );
  });
});

describe("downloads", () => {
  test("carry the token to the own server only, and give bytes", async () => {
    const elsewhere = await startRecordingServer((_, response) => response.end(Buffer.from([0, 255, 10])));
    client.authenticate({ type: "token", token: "t" });
    server.answer = (_, response) => response.end("ü");
    assert.deepEqual([...(await client.download(`${elsewhere.url}/raw`))], [0, 255, 10]);
    assert.equal(elsewhere.requests[0]?.headers.authorization, undefined);
    assert.deepEqual(new TextDecoder().decode(await client.download(`${server.url}/raw`)), "ü");
    assert.equal(server.requests[0]?.headers.authorization, "Bearer t");
    await assert.rejects(client.download(`${server.url}/raw`, { maxBytes: 1 }), (error) =>
      HttpError.is(error, "validation"),
    );
    await elsewhere.close();
  });

  test("come piece by piece, and start over when the connection breaks", async () => {
    const patient = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 1, delay: 1 },
    });
    let count = 0;
    server.answer = (_, response) => {
      count += 1;
      response.writeHead(200, { "content-length": "6" });
      response.write("abc");
      if (count === 1) setTimeout(() => response.destroy(), 20);
      else setTimeout(() => response.end("def"), 20);
    };
    const tries: string[][] = [];
    const length = await patient.downloadPieces(`${server.url}/raw`, async (pieces, bytes) => {
      const seen: string[] = [];
      tries.push(seen);
      for await (const piece of pieces) seen.push(new TextDecoder().decode(piece));
      return bytes;
    });
    assert.equal(length, 6);
    assert.deepEqual(tries, [["abc"], ["abc", "def"]]);
    patient.dispose();
  });

  test("fail with what the reader failed with, which is nothing to try again", async () => {
    server.answer = (_, response) => response.end("abc");
    const failure = new Error("The disk is full.");
    await assert.rejects(
      client.downloadPieces(`${server.url}/raw`, async (pieces) => {
        for await (const piece of pieces) if (piece.length > 0) throw failure;
      }),
      (error) => error === failure,
    );
    assert.equal(server.requests.length, 1);
  });

  test("are given up when nothing comes for a while, however much came before", async () => {
    const clock = new ManualClock();
    const slow = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      clock,
      timeout: 1000,
      retry: { attempts: 0 },
    });
    server.answer = (_, response) => void response.write("a");
    const seen: number[] = [];
    const download = slow.downloadPieces(`${server.url}/raw`, async (pieces) => {
      for await (const piece of pieces) seen.push(piece.length);
    });
    const failed = assert.rejects(download, (error) => HttpError.is(error, "timeout"));
    await eventually(() => seen.length === 1, "a piece came");
    clock.advance(1001);
    await failed;
    slow.dispose();
  });
});
