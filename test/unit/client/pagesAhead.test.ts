import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { PagedList } from "../../../src/client/pagedList.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let client: Client;
let waiting: Map<number, () => void>;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  waiting = new Map();
  client = new Client({
    baseUrl: server.url,
    dialect: "github",
    transport: nodeTransport,
    retry: { attempts: 0 },
  });
});

const pageOf = (url: string): number => Number(new URL(url, server.url).searchParams.get("page") ?? 1);

/** Page `number` of `last`, with an item of its number. */
const page =
  (number: number, last: number, more = "per_page=1"): Answer =>
  (request, response) => {
    const link = (to: number, rel: string) => `<${server.url}/gists?${more}&page=${to}>; rel="${rel}"`;
    const links = number < last ? [link(number + 1, "next"), link(last, "last")] : [];
    json([{ id: String(number) }], 200, links.length > 0 ? { link: links.join(", ") } : {})(request, response);
  };

/** A list of `last` pages, of which all but the first wait until they are let go. */
const holding = (last: number): void => {
  server.answer = (request, response) => {
    const number = pageOf(request.url);
    if (number === 1) page(1, last)(request, response);
    else waiting.set(number, () => page(number, last)(request, response));
  };
};

const idsOf = async (pages: AsyncIterable<readonly { readonly id: string }[]>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const each of pages) ids.push(...each.map(({ id }) => id));
  return ids;
};

const upTo = (last: number): readonly string[] => Array.from({ length: last }, (_, index) => String(index + 1));

describe("pages ahead", () => {
  test("are read side by side, at most eight at once, and given in order", async () => {
    holding(12);
    const all = idsOf(client.pages("gists.getAll", { per_page: 1 }, { ahead: true }));
    await eventually(() => waiting.size === 8, "eight pages are asked for");
    assert.deepEqual([...waiting.keys()], [2, 3, 4, 5, 6, 7, 8, 9]);
    for (let number = 9; number >= 2; number--) waiting.get(number)?.();
    await eventually(() => waiting.size === 11, "the rest is asked for");
    for (let number = 12; number > 9; number--) waiting.get(number)?.();
    assert.deepEqual(await all, upTo(12));
    assert.ok(server.requests.every(({ url }) => url.includes("per_page=1")));
    assert.equal(server.requests.length, 12);
  });

  test("are given up to the one that fails, and then comes its error", async () => {
    server.answer = (request, response) => {
      const number = pageOf(request.url);
      (number === 4 ? json({ message: "no" }, 500) : page(number, 6))(request, response);
    };
    const ids: string[] = [];
    const failure = await failureOf(
      (async () => {
        for await (const each of client.pages("gists.getAll", {}, { ahead: true }))
          ids.push(...each.map(({ id }) => id));
      })(),
    );
    assert.equal(failure.kind, "server");
    assert.deepEqual(ids, upTo(3));
  });

  test("put few listeners on a signal, of which Node would warn", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    holding(30);
    const { signal } = new AbortController();
    const all = idsOf(client.pages("gists.getAll", { per_page: 1 }, { ahead: true, signal }));
    for (let number = 2; number <= 30; number++) {
      await eventually(() => waiting.has(number), "the page is asked for");
      waiting.get(number)?.();
    }
    assert.equal((await all).length, 30);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", onWarning);
    assert.deepEqual(warnings, []);
  });

  test("end all together when the reader is cancelled or stops", async () => {
    for (const how of ["cancelled", "stops"] as const) {
      waiting.clear();
      const closed: number[] = [];
      server.answer = (request, response) => {
        const number = pageOf(request.url);
        if (number <= 2) return page(number, 9)(request, response);
        waiting.set(number, () => undefined);
        response.once("close", () => closed.push(number));
      };
      const controller = new AbortController();
      const pages = client.pages("gists.getAll", {}, { ahead: true, signal: controller.signal });
      await pages.next();
      await pages.next();
      await eventually(() => waiting.size === 7, "the pages are asked for");
      if (how === "stops") await pages.return();
      else {
        const third = pages.next();
        controller.abort();
        await assert.rejects(third, CancelledError);
      }
      await eventually(() => closed.length === 7, "all requests end");
    }
  });

  test("come one after the other where the links have no page numbers, or are not asked for", async () => {
    const cursor: Answer = (request, response) => {
      const at = Number(new URL(request.url, server.url).searchParams.get("after") ?? 0);
      const links = `</gists?after=${at + 1}>; rel="next", </gists?after=2>; rel="last"`;
      json([{ id: String(at + 1) }], 200, at < 2 ? { link: links } : {})(request, response);
    };
    server.answer = cursor;
    assert.deepEqual(await idsOf(client.pages("gists.getAll", {}, { ahead: true })), upTo(3));
    holding(3);
    const pages = client.pages("gists.getAll", {});
    await pages.next();
    const second = pages.next();
    await eventually(() => waiting.size === 1, "the second page is asked for");
    assert.deepEqual([...waiting.keys()], [2]);
    waiting.get(2)?.();
    await second;
  });

  test("are not believed when the last one is elsewhere, before the next one, or absurdly many", async () => {
    for (const last of [
      "https://evil.example/gists?page=3",
      `${server.url}/other?page=3`,
      `${server.url}/gists?page=1`,
      `${server.url}/gists?page=99999999`,
      `${server.url}/gists?page=x`,
    ]) {
      server.requests.length = 0;
      server.answer = (request, response) =>
        json(
          [{ id: String(pageOf(request.url)) }],
          200,
          pageOf(request.url) === 1 ? { link: `</gists?page=2>; rel="next", <${last}>; rel="last"` } : {},
        )(request, response);
      assert.deepEqual(await idsOf(client.pages("gists.getAll", {}, { ahead: true })), upTo(2), last);
      assert.equal(server.requests.length, 2, last);
    }
    server.answer = json([], 200, { link: '<https://evil.example/gists?page=2>; rel="next"' });
    const failure = await failureOf(idsOf(client.pages("gists.getAll", {}, { ahead: true })));
    assert.equal(failure.kind, "redirect");
  });

  test("of a list that grew in the meantime are read to its new end", async () => {
    server.answer = (request, response) => {
      const number = pageOf(request.url);
      page(number, number === 1 ? 3 : 5)(request, response);
    };
    assert.deepEqual(await idsOf(client.pages("gists.getAll", {}, { ahead: true })), upTo(5));
  });

  test("of a list that became shorter in the meantime are read to its new end", async () => {
    server.answer = (request, response) => {
      const number = pageOf(request.url);
      const answer = number > 4 ? json({ message: "Not Found" }, 404) : page(number, number === 1 ? 9 : 4);
      if (number === 1) answer(request, response);
      else waiting.set(number, () => answer(request, response));
    };
    const all = idsOf(client.pages("gists.getAll", { per_page: 1 }, { ahead: true }));
    await eventually(() => waiting.size === 8, "the pages are asked for");
    for (const number of [9, 8, 7, 6, 5]) waiting.get(number)?.();
    for (const number of [4, 3, 2]) waiting.get(number)?.();
    assert.deepEqual(await all, upTo(4));
  });

  test("that go round in a circle end", async () => {
    server.answer = (request, response) =>
      json([], 200, { link: '</gists?page=1>; rel="next", </gists?page=3>; rel="last"' })(request, response);
    await idsOf(client.pages("gists.getAll", {}, { ahead: true }));
    assert.equal(server.requests.length, 4);
  });
});

describe("a list of pages", () => {
  const listOf = () =>
    new PagedList<{ readonly id: string }>(
      (from, options) => from.pages("gists.getAll", { per_page: 1 }, options),
      ({ id }) => id,
    );
  const { signal } = new AbortController();

  test("is read to its end side by side, once", async () => {
    holding(5);
    const list = listOf();
    await list.more(client);
    const all = list.all(client, signal);
    await eventually(() => waiting.size === 4, "the pages are asked for");
    const joined = list.more(client);
    for (const answer of waiting.values()) answer();
    await Promise.all([all, joined]);
    assert.deepEqual(
      list.items.map(({ id }) => id),
      upTo(5),
    );
    assert.equal(list.hasMore, false);
    await list.all(client, signal);
    assert.equal(server.requests.length, 5);
  });

  test("keeps what was read when a page fails or the reader is cancelled, and goes on from there", async () => {
    let broken = true;
    server.answer = (request, response) => {
      const number = pageOf(request.url);
      (broken && number === 3 ? json({}, 502) : page(number, 4))(request, response);
    };
    const list = listOf();
    await assert.rejects(list.all(client, signal), (error) => HttpError.is(error, "server"));
    assert.deepEqual([list.items.length, list.hasMore], [2, true]);
    const cancelled = new AbortController();
    cancelled.abort();
    await assert.rejects(list.all(client, cancelled.signal), CancelledError);
    assert.equal(list.items.length, 2);
    broken = false;
    await list.all(client, signal);
    assert.deepEqual(
      list.items.map(({ id }) => id),
      upTo(4),
    );
  });
});
