/** One HTTP exchange, as the client asks for it. Redirects are not followed by the transport. */
interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}
/** What the client needs of an answer; the standard `Response` has it. */
export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
  };
  /** The body piece by piece, for what is too large to be held as a whole. */
  readonly body?: AsyncIterable<Uint8Array | string> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}
/** Rejects when there was no answer; an error status is an answer. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;
