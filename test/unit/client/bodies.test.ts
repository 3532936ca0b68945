import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, beforeEach, describe, test } from "node:test";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { type Answer, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

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
  const retry = { attempts: 2, delay: 0 };
  const transport = nodeTransport;
  client = new Client({
    baseUrl: server.url,
    dialect: "github",
    transport,
    clock,
    retry,
    maxAnswerBytes: 1_000_000,
  });
});

const packed =
  (coding: string, body: Uint8Array, type = "application/json"): Answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": type, "content-encoding": coding });
    response.end(body);
  };
const gist = Buffer.from(JSON.stringify({ id: "1", files: {}, description: "ü".repeat(50_000) }));
/** Fast: while it packs, this process answers nothing, and connections end. */
const brotli = (body: Uint8Array): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const codings = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  GZIP: gzipSync,
  br: brotli,
  deflate: deflateSync,
};
const read = () => client.call("gists.get", { id: "1" });
const file = (): string => `${server.url}/raw/file`;

describe("a packed body", () => {
  for (const [coding, pack] of Object.entries(codings)) {
    test(`(${coding}) is unpacked, whole`, async () => {
      server.answer = packed(coding, pack(gist));
      assert.equal((await read()).description?.length, 50_000);
      assert.deepEqual(Buffer.from(await client.download(file())), gist);
      assert.match(String(server.requests[0]?.headers["accept-encoding"]), /gzip.*br/);
    });

    test(`(${coding}) that was cut is an error, for a read, a download and a write`, async () => {
      const whole = pack(gist);
      for (const end of [1, whole.length / 2, whole.length - 1]) {
        server.answer = packed(coding, whole.subarray(0, end));
        for (const call of [read, () => client.download(file())])
          assert.equal((await failureOf(call())).kind, "unreadable");
        const error = await failureOf(client.call("gists.edit", { id: "1", description: "x" }));
        assert.deepEqual([error.kind, error.mayHaveSucceeded], ["unreadable", true]);
      }
    });

    test(`(${coding}) is given up as soon as it is too large, long before it is unpacked`, async () => {
      const bomb = pack(Buffer.alloc(60_000_000));
      server.answer = packed(coding, bomb);
      const before = process.memoryUsage().arrayBuffers;
      const error = await failureOf(read());
      assert.match(error.message, /more than 1000000 bytes/);
      assert.equal((await failureOf(client.download(file(), { maxBytes: 1_000_000 }))).code, 413);
      assert.ok(process.memoryUsage().arrayBuffers - before < 30_000_000);
    });
  }

  test("of old servers lacks the header of zlib", async () => {
    server.answer = packed("deflate", deflateRawSync(gist));
    assert.equal((await read()).id, "1");
  });

  test("that is empty is empty, and one of a coding that was not asked for is an error", async () => {
    server.answer = packed("gzip", new Uint8Array());
    assert.deepEqual(Object.keys(await client.call("gists.star", { id: "1" })), ["meta"]);
    assert.equal((await client.download(file())).length, 0);
    for (const [coding, body] of [
      ["zstd", gist],
      ["gzip", gist],
      ["gzip, gzip", gzipSync(gist)],
    ] as const) {
      server.answer = packed(coding, body);
      assert.equal((await failureOf(read())).kind, "unreadable");
    }
    server.answer = packed("identity", gist);
    assert.equal((await read()).id, "1");
  });
});

describe("a plain body", () => {
  test("is not read to its end when it is too large, whatever length it announced", async () => {
    let written = 0;
    let isClosed = false;
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.once("close", () => (isClosed = true));
      const more = (): void => {
        if (isClosed || written > 50_000_000) return;
        written += 100_000;
        if (response.write(" ".repeat(100_000))) setImmediate(more);
        else response.once("drain", more);
      };
      more();
    };
    assert.equal((await failureOf(read())).kind, "unreadable");
    await eventually(() => isClosed, "the connection is closed");
    assert.ok(written < 20_000_000, String(written));
    server.answer = (_, response) => response.writeHead(200, { "content-length": "5000000" }).flushHeaders();
    assert.equal((await failureOf(client.download(file(), { maxBytes: 1000 }))).code, 413);
  });

  test("of a redirect is not read to its end, and the redirect is followed", async () => {
    let isClosed = false;
    let written = 0;
    server.answer = (request, response) => {
      if (request.url === "/gists/2") return packed("identity", gist)(request, response);
      response.once("close", () => (isClosed = true));
      response.writeHead(302, { location: "/gists/2" });
      const more = (): void => {
        if (isClosed) return;
        written += 100_000;
        if (written > 30_000_000) return void response.end();
        if (response.write(" ".repeat(100_000))) setImmediate(more);
        else response.once("drain", more);
      };
      return more();
    };
    assert.equal((await read()).id, "1");
    await eventually(() => isClosed, "the connection is closed");
    assert.ok(written < 20_000_000, String(written));
  });

  test("is read from what a browser gives, with the same limit", async () => {
    const own = (body: BodyInit | null) =>
      new Client({
        baseUrl: "https://forge.example",
        dialect: "github",
        clock,
        maxAnswerBytes: 1_000_000,
        transport: inProcessTransport(
          async () => new Response(body, { headers: { "content-type": "application/json" } }),
        ),
      });
    assert.equal((await own(gist).call("gists.get", { id: "1" })).id, "1");
    assert.equal((await failureOf(own(" ".repeat(2_000_000)).call("gists.get", { id: "1" }))).kind, "unreadable");
  });
});

describe("a download", () => {
  test("that has other bytes than the service said is an error", async () => {
    server.answer = (_, response) => response.end("abc");
    assert.equal((await client.download(file(), { size: 3 })).length, 3);
    for (const size of [2, 4]) {
      const error = await failureOf(client.download(file(), { size }));
      assert.deepEqual([error.kind, error.message], ["unreadable", `3 of ${size} bytes arrived.`]);
    }
  });

  /** A body in pieces, each with 0.6 of the time limit before it. */
  const slowly =
    (pieces: number, responses: ServerResponse[] = []): Answer =>
    (_, response) => {
      responses.push(response);
      response.writeHead(200, { "content-length": String(pieces) });
      response.write("a");
    };

  test("may take longer than the time limit, as long as pieces come", async () => {
    const responses: ServerResponse[] = [];
    server.answer = slowly(5, responses);
    let pieces = 0;
    const transport: typeof nodeTransport = async (request) => {
      const response = await nodeTransport(request);
      const counted = async function* () {
        for await (const piece of response.body as AsyncIterable<Uint8Array>) {
          yield piece;
          pieces++;
        }
      };
      return { ...response, body: counted() };
    };
    const slow = new Client({ baseUrl: server.url, dialect: "github", transport, clock, timeout: 1000 });
    const download = slow.download(file());
    for (let count = 1; count <= 4; count++) {
      await eventually(() => pieces === count, "a piece is taken");
      clock.advance(600);
      if (count < 4) responses[0]?.write("a");
      else responses[0]?.end("a");
    }
    assert.equal((await download).length, 5);
    assert.equal(server.requests.length, 1);
    assert.equal(clock.pending, 0);
  });

  test("that stops is not asked for three times", async () => {
    server.answer = slowly(5);
    const download = failureOf(client.download(file(), { timeout: 1000 }));
    await eventually(() => server.requests.length === 1, "the request arrives");
    await new Promise((resolve) => setImmediate(resolve));
    let isOver = false;
    void download.then(() => (isOver = true));
    await eventually(() => {
      clock.advance(500);
      return isOver;
    }, "the download is given up");
    assert.equal((await download).kind, "timeout");
    assert.equal(server.requests.length, 1);
  });

  test("needs a 200: part of a file, a redirect without an address and a page of another status are errors", async () => {
    for (const status of [204, 206, 300, 304]) {
      server.answer = (_, response) => void response.writeHead(status).end();
      assert.equal((await failureOf(client.download(file()))).kind, "unreadable");
    }
  });
});

describe("JSON that would take the whole memory to read", () => {
  const half = 3_000_000;
  const bodies = {
    "lists in lists": "[".repeat(half) + "]".repeat(half),
    "objects side by side": `[${"{},".repeat(half)}{}]`,
    numbers: `[${"1,".repeat(half)}1]`,
  };
  const answering = (body: string, status = 200): Client =>
    new Client({
      baseUrl: "https://forge.example",
      dialect: "github",
      retry: { attempts: 0 },
      transport: inProcessTransport(
        async () => new Response(body, { status, headers: { "content-type": "application/json" } }),
      ),
    });

  for (const [name, body] of Object.entries(bodies))
    test(`(${name}) is not read, of an answer or of an error`, async () => {
      const parse = JSON.parse;
      JSON.parse = (text: string, ...rest) => (assert.notEqual(text.length, body.length), parse(text, ...rest));
      try {
        const failure = await failureOf(answering(body).call("gists.getAll", {}));
        assert.equal(failure.kind, "unreadable");
        assert.match(failure.message, /more parts/);
        assert.equal((await failureOf(answering(body, 422).call("gists.getAll", {}))).kind, "unprocessable");
      } finally {
        JSON.parse = parse;
      }
    });

  test("is distinguished from a long text, whatever the text has", async () => {
    const content = `${"[{,\\\\".repeat(half / 5)}"[{,\\"`;
    const body = JSON.stringify({ id: "1", files: { a: { content } } });
    assert.equal((await answering(body).call("gists.get", { id: "1" })).files["a"]?.content, content);
  });
});
