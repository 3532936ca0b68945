import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, it } from "node:test";
import { receivedText } from "../../../src/hooks/listen/receivedText.ts";
import { type Received, type Receiver, startReceiver } from "../../../src/hooks/listen/receiver.ts";
import { eventually } from "../../support/eventually.ts";

const secret = "s3cret";

describe("The receiver of hooks", () => {
  let receiver: Receiver;
  let received: Received[];
  beforeEach(async () => {
    received = [];
    receiver = await startReceiver({ port: 0, secret, limit: 1000, onReceived: (each) => received.push(each) });
  });
  afterEach(() => receiver.close());

  const sign = (body: string): string => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const send = async (body: string, headers: Record<string, string> = {}, method = "POST"): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${receiver.port}/`, {
      method,
      headers,
      ...(method === "GET" ? {} : { body }),
    });
    await answer.text();
    return answer.status;
  };

  it("takes what is signed with its secret", async () => {
    const body = JSON.stringify({ zen: "Grüße" });
    const headers = { "x-hub-signature-256": sign(body), "x-github-event": "ping" };
    assert.equal(await send(body, headers), 200);
    assert.deepEqual([received[0]?.isVerified, received[0]?.body], [true, body]);
    const shown = receivedText(received[0] as Received);
    assert.deepEqual((JSON.parse(shown) as { payload: unknown }).payload, { zen: "Grüße" });
    assert.ok(!shown.includes(secret));
  });

  it("shows the payload out of a form, too", async () => {
    const body = `payload=${encodeURIComponent('{"a":1}')}`;
    const type = "application/x-www-form-urlencoded";
    assert.equal(await send(body, { "x-hub-signature-256": sign(body), "content-type": type }), 200);
    assert.deepEqual((JSON.parse(receivedText(received[0] as Received)) as { payload: unknown }).payload, {
      a: 1,
    });
  });

  it("refuses what is signed otherwise, or not at all, and keeps nothing of its body", async () => {
    for (const signature of [undefined, "", "sha256=", sign("other"), sign("{}").toUpperCase(), `${sign("{}")}0`])
      assert.equal(await send("{}", signature === undefined ? {} : { "x-hub-signature-256": signature }), 401);
    assert.deepEqual(
      received.map(({ isVerified, body }) => [isVerified, body]),
      Array.from({ length: 6 }, () => [false, ""]),
    );
    assert.ok(!receivedText(received[0] as Received).includes("payload"));
  });

  it("takes no other method, and no body above its limit", async () => {
    assert.equal(await send("", {}, "GET"), 405);
    assert.equal(await send("{}", {}, "PUT"), 405);
    const large = "x".repeat(1001);
    const status = await send(large, { "x-hub-signature-256": sign(large) }).catch(() => 413);
    assert.equal(status, 413);
    assert.deepEqual(received, []);
  });

  it("measures a body without a length", async () => {
    const socket = connect(receiver.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("error", () => undefined);
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    socket.write(`${(2000).toString(16)}\r\n${"x".repeat(2000)}\r\n`);
    await eventually(() => answer.startsWith("HTTP/1.1 413"), "it is refused");
    socket.destroy();
    assert.deepEqual(received, []);
  });

  it("closes open connections when it ends; a port that is in use is refused", async () => {
    const socket = connect(receiver.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    await assert.rejects(startReceiver({ port: receiver.port, secret, onReceived: () => undefined }), {
      code: "EADDRINUSE",
    });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await receiver.close();
    await closed;
    await assert.rejects(send("{}"));
  });
});
