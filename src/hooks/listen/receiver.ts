// Loaded when the user listens locally.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request that arrived. */
export interface Received {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when the signature does not match: another sender wrote it. */
  readonly body: string;
  readonly isVerified: boolean;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** Bytes of the largest body: the service sends none above it. */
const maxBodyBytes = 25 * 1024 * 1024;

const isSigned = (secret: string, body: Buffer, signature: string): boolean => {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const bodyOf = async (request: IncomingMessage, limit: number): Promise<Buffer | undefined> => {
  if (Number(request.headers["content-length"] ?? 0) > limit) return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

const answer = (response: ServerResponse, status: number, text: string): void => {
  const isTooLarge = status === 413;
  // What is still coming of a body that is too large is not read.
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    ...(isTooLarge ? { connection: "close" } : {}),
  });
  response.end(`${text}\n`);
};

/**
 * Takes deliveries at 127.0.0.1, and does nothing with them but hand them on. Port 0 is any free one. Throws the
 * system's error for a port that cannot be had.
 */
export const startReceiver = async (options: {
  readonly port: number;
  readonly secret: string;
  readonly onReceived: (received: Received) => void;
  readonly limit?: number;
}): Promise<Receiver> => {
  const { secret, onReceived, limit = maxBodyBytes } = options;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "POST") {
      answer(response, 405, "Deliveries are sent with POST.");
      return;
    }
    const body = await bodyOf(request, limit);
    if (!body) {
      answer(response, 413, "The body is too large.");
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    );
    const isVerified = isSigned(secret, body, headers["x-hub-signature-256"] ?? "");
    onReceived({ at: Date.now(), headers, body: isVerified ? body.toString("utf8") : "", isVerified });
    answer(response, isVerified ? 200 : 401, isVerified ? "Received." : "The signature does not fit.");
  };
  const server = createServer((request, response) => {
    // The sender closed the connection: no answer can reach it.
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
