import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  answer: { status: number; body: string };
  /** The next delivery that was not returned yet. */
  next(): Promise<Received>;
  close(): Promise<void>;
}

/** A receiver of hooks on this machine. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const waiting: ((one: Received) => void)[] = [];
  let taken = 0;
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => {
      const { headers, url = "" } = message;
      const one = { path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      response.writeHead(receiver.answer.status, { "x-receiver": "yes", location: "https://example.com/" });
      response.end(receiver.answer.body);
      const waiter = waiting.shift();
      if (waiter !== undefined) {
        taken += 1;
        waiter(one);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: { status: 200, body: "thanks" },
    next() {
      const ready = received[taken];
      if (ready === undefined) return new Promise((resolve) => waiting.push(resolve));
      taken += 1;
      return Promise.resolve(ready);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
};
