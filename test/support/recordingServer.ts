import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Recorded {
  readonly method: string;
  /** Path and query as they came over the wire. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
export type Answer = (request: Recorded, response: ServerResponse) => void;

export interface RecordingServer {
  readonly url: string;
  readonly requests: Recorded[];
  answer: Answer;
  close(): Promise<void>;
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify(value));
  };

/** Answers one after the other; the last one stays. */
export const inTurn = (...answers: readonly Answer[]): Answer => {
  let index = 0;
  return (request, response) => answers[Math.min(index++, answers.length - 1)]?.(request, response);
};

/** A server on 127.0.0.1 that keeps every request it got. */
export const startRecordingServer = async (answer: Answer = json({})): Promise<RecordingServer> => {
  const requests: Recorded[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const recorded = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(recorded);
      self.answer(recorded, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const self: RecordingServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
  return self;
};
