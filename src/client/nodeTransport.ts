import { localizable } from "../base/localizable.ts";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { HttpError } from "./errors.ts";
import { StreamBody } from "./streamBody.ts";
import { DamagedBodyError, type Transport, type TransportRequest } from "./transport.ts";

type Pieces = AsyncIterable<Uint8Array>;

/** By `Content-Encoding`. Node's decoders are strict: a body that ends early is an error. `first` is its first byte. */
const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Old servers leave out the header of zlib.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/** Unpacks as fast as it is read. Throws what `source` throws, or DamagedBodyError. */
const unpacked = async function* (source: Pieces, coding: string): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = source[Symbol.asyncIterator]();
  let first = await pieces.next();
  while (!first.done && first.value.length === 0) first = await pieces.next();
  if (first.done) return;
  const make = decoders[coding];
  if (!make) {
    await pieces.return?.();
    throw new DamagedBodyError(`The coding ${coding} was not asked for.`);
  }
  let failure: unknown;
  const nextOf = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await pieces.next();
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const packed = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (let at: IteratorResult<Uint8Array> = first; !at.done; at = await nextOf()) yield at.value;
    } finally {
      await pieces.return?.();
    }
  };
  const decoder = make(first.value[0] ?? 0);
  try {
    // Failures come out of the loop below.
    yield* pipeline(Readable.from(packed()), decoder, () => undefined) as Pieces;
  } catch (cause) {
    throw failure ?? new DamagedBodyError(`The body cannot be unpacked (${coding}).`, { cause });
  }
};

const withUser = /^https?:\/\/[^/?#]*@/i;

/** Sends a request; resolves with the head of the answer. Rejects when there is none, or when the signal is aborted. */
const send = ({ url, method, headers, body, signal }: TransportRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // Credentials are sent as a header only; Node would make one of these.
    if (withUser.test(url)) throw new TypeError("The address has a username or password.");
    // With its length, a body is sent in one packet with the head.
    const length = body === undefined ? undefined : { "content-length": Buffer.byteLength(body) };
    const options = { method, headers: { "accept-encoding": "gzip, deflate, br", ...headers, ...length } };
    const request = url.startsWith("https:") ? https.request(url, options) : http.request(url, options);
    const onAbort = (): void => void request.destroy(new Error("The request was aborted."));
    signal.addEventListener("abort", onAbort, { once: true });
    // Also after the answer has begun: the body fails then, and no error is unhandled.
    request.on("error", reject);
    request.on("close", () => signal.removeEventListener("abort", onAbort));
    request.on("response", resolve);
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(
        new HttpError("unreadable", 500, localizable("{0} changed the protocol.", new URL(url).host), {
          mayHaveSucceeded: method !== "GET",
        }),
      );
    });
    request.end(body);
  });

const textOf = (value: string | readonly string[] | undefined): string | null =>
  value === undefined ? null : typeof value === "string" ? value : value.join(", ");

/**
 * Through Node's http and https, which VS Code extends by its proxy settings and the system's certificates. A body that
 * ends early is an error.
 */
export const nodeTransport: Transport = async (request) => {
  const message = await send(request);
  const packed = new StreamBody(message);
  const { headers } = message;
  const coding = textOf(headers["content-encoding"])?.trim().toLowerCase() ?? "";
  const body = coding === "" || coding === "identity" ? packed : unpacked(packed, coding);
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? "",
    headers: {
      get: (name) => textOf(headers[name.toLowerCase()]),
      forEach: (visit) => {
        for (const name in headers) visit(textOf(headers[name]) ?? "", name);
      },
    },
    body,
    arrayBuffer: async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      return new Uint8Array(Buffer.concat(pieces)).buffer;
    },
  };
};
