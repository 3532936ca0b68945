import type { TransportResponse } from "./transport.ts";

const encoder = new TextEncoder();

/** The pieces of a body; where the platform cannot iterate over a stream, its reader is used. */
const iterate = async function* (
  body: NonNullable<TransportResponse["body"]>,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  if (Symbol.asyncIterator in body) {
    yield* body;
    return;
  }
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
};

/** The body of an answer as it arrives. `alive` is called for each piece. */
export const piecesOf = async function* (
  response: TransportResponse,
  alive: () => void = () => undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { body } = response;
  if (!body) {
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  for await (const piece of iterate(body)) {
    alive();
    yield typeof piece === "string" ? encoder.encode(piece) : piece;
  }
};

/** Bytes of the body; undefined when the server does not say, or packs it for the way. */
export const lengthOf = ({ headers }: TransportResponse): number | undefined => {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  return Number.isSafeInteger(length) && headers.get("content-encoding") === null ? length : undefined;
};

interface Reading {
  readonly maxBytes: number;
  /** What is thrown for a larger body, as soon as it is known to be one. */
  readonly tooLarge: () => Error;
  readonly alive?: () => void;
}

/** The bytes of a body, held as a whole; never more than `maxBytes`, unpacked. */
export const readBytes = async (
  response: TransportResponse,
  { maxBytes, tooLarge, alive }: Reading,
): Promise<Uint8Array> => {
  if ((lengthOf(response) ?? 0) > maxBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(response, alive)) {
    length += piece.length;
    if (length > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
};

/** What a reader made of the pieces, or what it failed with for reasons of its own. */
export type Taken<T> = { readonly value: T } | { readonly failure: unknown };

/** Lets `take` read. What it throws is its own failure, unless the line was cut: that is thrown. */
export const taken = async <T>(
  pieces: AsyncIterable<Uint8Array>,
  take: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Taken<T>> => {
  let isCut = false;
  const watched = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* pieces;
    } catch (error) {
      isCut = true;
      throw error;
    }
  };
  try {
    return { value: await take(watched()) };
  } catch (error) {
    if (isCut) throw error;
    return { failure: error };
  }
};
