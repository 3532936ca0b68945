import { CancelledError } from "../base/errors.ts";

interface Shared<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  users: number;
}

/** Lets equal reads that are under way share one request; it ends when the last of them is cancelled. */
export class InFlight<T> {
  readonly #shared = new Map<string, Shared<T>>();

  /** What begins from now on must not share an answer from before. */
  forget(): void {
    this.#shared.clear();
  }

  run(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) return Promise.reject(new CancelledError());
    const shared = this.#shared.get(key) ?? this.#start(key, start);
    shared.users++;
    if (!signal) return shared.promise;
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => {
        if (--shared.users === 0) {
          if (this.#shared.get(key) === shared) this.#shared.delete(key);
          shared.controller.abort();
        }
        reject(new CancelledError());
      };
      signal.addEventListener("abort", onAbort, { once: true });
      shared.promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController();
    const promise = start(controller.signal).finally(() => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    });
    const shared: Shared<T> = { promise, controller, users: 0 };
    this.#shared.set(key, shared);
    return shared;
  }
}
