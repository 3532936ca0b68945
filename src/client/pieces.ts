import type { TransportResponse } from "./transport.ts";

/** The body of an answer as it arrives. `alive` is told of each piece. */
export const piecesOf = async function* (
  response: TransportResponse,
  alive: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { body } = response;
  if (!body) {
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  const encoder = new TextEncoder();
  for await (const piece of body) {
    alive();
    yield typeof piece === "string" ? encoder.encode(piece) : piece;
  }
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

/** Bytes of the body; undefined when the server does not say, or packs it for the way. */
export const lengthOf = ({ headers }: TransportResponse): number | undefined => {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  return Number.isSafeInteger(length) && headers.get("content-encoding") === null ? length : undefined;
};
