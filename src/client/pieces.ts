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

/** Bytes of the body; undefined when the server does not say, or packs it for the way. */
export const lengthOf = ({ headers }: TransportResponse): number | undefined => {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  return Number.isSafeInteger(length) && headers.get("content-encoding") === null ? length : undefined;
};
