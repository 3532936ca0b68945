/** One HTTP exchange, as the client asks for it. Only a transport whose answers have a `url` follows redirects. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}
/** What the client needs of an answer; the standard `Response` has it. */
export interface TransportResponse {
  readonly status: number;
  /** Where the answer came from, of a transport that follows redirects itself. */
  readonly url?: string;
  readonly statusText: string;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  /**
   * The body piece by piece, unpacked only as fast as it is read: so a limit on its size holds. It throws
   * DamagedBodyError when it ends early or cannot be unpacked.
   */
  readonly body?: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array> | null;
  /** Asked where there is no `body`. */
  arrayBuffer(): Promise<ArrayBuffer>;
}
/** Rejects when there was no answer; an error status is an answer. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** A body that is not what its `Content-Encoding` says. */
export class DamagedBodyError extends Error {
  override readonly name = "DamagedBodyError";
}
