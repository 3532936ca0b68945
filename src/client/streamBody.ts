/** What is needed of a readable stream of Node. */
interface Source {
  on(event: "data", listener: (piece: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  isPaused(): boolean;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** Pieces that are taken before they are asked for; Node's have at most 64 kB. */
const maxAhead = 4;

/** The connection was closed before the body had its end. */
class BodyCutError extends Error {
  override readonly name = "BodyCutError";
  readonly code = "ECONNRESET";
}

interface Waiting {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

/** The pieces of an answer's body, only a few of them ahead of the reader. Throws when the body ends early. */
export class StreamBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #source: Source;
  readonly #pieces: Uint8Array[] = [];
  #isDone = false;
  #failure: { readonly error: unknown } | undefined;
  #waiting: Waiting | undefined;

  constructor(source: Source) {
    this.#source = source;
    source.on("data", (piece: Uint8Array) => this.#take(piece));
    source.on("end", () => this.#end(undefined));
    source.on("error", (error) => this.#end({ error }));
    source.on("close", () => {
      if (!this.#isDone) this.#end({ error: new BodyCutError("The body ended too early.") });
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#pieces.shift();
    if (value) {
      if (this.#source.isPaused()) this.#source.resume();
      return Promise.resolve({ done: false, value });
    }
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) return Promise.reject(failure.error);
    if (this.#isDone) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** The rest is not read: the connection is of no use any longer. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#isDone) this.#source.destroy();
    this.#end(undefined);
    this.#pieces.length = 0;
    return Promise.resolve({ done: true, value: undefined });
  }

  #take(piece: Uint8Array): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting.resolve({ done: false, value: piece });
    else if (this.#pieces.push(piece) >= maxAhead) this.#source.pause();
  }

  #end(failure: { readonly error: unknown } | undefined): void {
    if (this.#isDone) return;
    this.#isDone = true;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (!failure) waiting?.resolve({ done: true, value: undefined });
    else if (waiting) waiting.reject(failure.error);
    else this.#failure = failure;
  }
}
