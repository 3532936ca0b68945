import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { failureOf } from "../../support/failureOf.ts";

describe("the transport of Node", () => {
  let server: Server;
  let url: string;
  const packets: string[] = [];
  const sockets = new Set<Socket>();
  /** What the server sends after each packet. */
  let answer: (socket: Socket) => void;

  beforeEach(async () => {
    packets.length = 0;
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
      socket.on("data", (packet) => {
        packets.push(packet.toString());
        answer(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const send = (more: { url?: string; method?: string; body?: string; signal?: AbortSignal } = {}) =>
    nodeTransport({ url, method: "GET", headers: {}, signal: new AbortController().signal, ...more });
  const read = async (body: unknown): Promise<number> => {
    let length = 0;
    for await (const piece of body as AsyncIterable<Uint8Array>) length += piece.length;
    return length;
  };

  for (const method of ["POST", "PATCH", "PUT", "DELETE"])
    it(`sends a small ${method} with its length as one packet`, async () => {
      answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
      const { body } = await send({ method, body: '{"text":"ünd"}' });
      assert.equal(await read(body), 2);
      assert.equal(packets.length, 1);
      assert.match(packets[0] ?? "", /^content-length: 15\r$/im);
      assert.match(packets[0] ?? "", /\r\n\r\n\{"text":"ünd"\}$/);
    });

  it("refuses an address with a username or password, which would be sent as a header", async () => {
    const { port } = new URL(url);
    for (const user of ["mia@", "mia:secret@", ":secret@"])
      await assert.rejects(send({ url: `http://${user}127.0.0.1:${port}/` }), TypeError);
    assert.deepEqual(packets, []);
  });

  for (const [what, head] of [
    ["changes the protocol", "connection: upgrade\r\nupgrade: websocket\r\n"],
    ["says so without a protocol", ""],
  ] as const)
    it(`does not wait for an answer when the server ${what}`, async () => {
      answer = (socket) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${head}\r\n`);
      const client = new Client({ baseUrl: url, dialect: "github", transport: nodeTransport });
      const failure = await failureOf(client.call("gists.getAll", {}));
      assert.equal(failure.kind, "unreadable");
      assert.equal(packets.length, 1);
      client.dispose();
      if (head !== "") await eventually(() => sockets.size === 0, "the connection is closed");
    });

  it("takes few pieces of a body that no one reads, and the whole when it is read", async () => {
    const size = 20_000_000;
    let isSent = false;
    answer = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size), () => (isSent = true));
    };
    const { body } = await send();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isSent, false);
    assert.equal(await read(body), size);
    await eventually(() => isSent, "all of it is sent");
  });

  for (const [what, head] of [
    ["has a length", "content-length: 100\r\n\r\nhalf"],
    ["comes in chunks", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ] as const)
    it(`throws when a body that ${what} ends early`, async () => {
      answer = (socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}`);
      const { body } = await send();
      await assert.rejects(read(body), { code: "ECONNRESET" });
    });

  it("closes the connection when the reader stops, or when it is aborted while it is read", async () => {
    answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
    const { body } = await send();
    for await (const _ of body as AsyncIterable<Uint8Array>) break;
    await eventually(() => sockets.size === 0, "the connection is closed");
    const controller = new AbortController();
    const other = await send({ signal: controller.signal });
    const reading = assert.rejects(read(other.body));
    controller.abort();
    await reading;
    await eventually(() => sockets.size === 0, "the connection is closed");
    await assert.rejects(send({ signal: controller.signal }));
  });
});
