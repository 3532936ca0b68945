import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { DamagedBodyError, type Transport } from "./transport.ts";

type Pieces = AsyncIterable<Uint8Array>;

/** Those of Node are strict: a body that ends early is an error. `first` is its first byte. */
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

/**
 * Through Node's http and https, which VS Code extends by its proxy settings and the system's certificates. Bodies are
 * unpacked here: node-fetch takes a body that was cut for a whole one, and unpacks faster than it is read.
 */
export const nodeTransport: Transport = async ({ url, method, headers, body, signal }) => {
  const { nodeFetch } = await import("./nodeFetch.ts");
  const response = await nodeFetch(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", ...headers },
    signal,
    redirect: "manual",
    compress: false,
    ...(body === undefined ? {} : { body }),
  });
  const coding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  const packed = response.body as Pieces | null;
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    body: packed && coding !== "" && coding !== "identity" ? unpacked(packed, coding) : packed,
    arrayBuffer: () => response.arrayBuffer(),
  };
};
