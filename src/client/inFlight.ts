import { CancelledError } from "../base/errors.ts";
import { onAbort } from "../base/onAbort.ts";
import { type Priority, Urgency } from "./scheduler.ts";

interface Shared<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  readonly urgency: Urgency;
  users: number;
}

/** Lets equal reads that are under way share one request; it ends when the last of them is cancelled. */
export class InFlight<T> {
  readonly #shared = new Map<string, Shared<T>>();
  /** All that is under way, also what is no longer shared. */
  readonly #controllers = new Set<AbortController>();

  /** What begins from now on does not share an answer from before. */
  invalidate(): void {
    this.#shared.clear();
  }

  /** Ends all that is under way. */
  dispose(): void {
    this.#shared.clear();
    for (const controller of this.#controllers) controller.abort();
  }

  /** `start` gets the highest priority of the callers, which may rise while it waits. */
  run(
    key: string,
    {
      signal,
      priority,
      fresh,
    }: { readonly signal?: AbortSignal | undefined; readonly priority: Priority; readonly fresh?: boolean },
    start: (signal: AbortSignal, urgency: Urgency) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(new CancelledError());
    const shared = (fresh ? undefined : this.#shared.get(key)) ?? this.#start(key, priority, start);
    shared.users++;
    shared.urgency.raise(priority);
    if (!signal) return shared.promise;
    return new Promise<T>((resolve, reject) => {
      const ending = onAbort(signal, () => {
        if (--shared.users === 0) {
          if (this.#shared.get(key) === shared) this.#shared.delete(key);
          shared.controller.abort();
        }
        reject(new CancelledError());
      });
      shared.promise.then(resolve, reject).finally(() => ending.dispose());
    });
  }

  #start(
    key: string,
    priority: Priority,
    start: (signal: AbortSignal, urgency: Urgency) => Promise<T>,
  ): Shared<T> {
    const controller = new AbortController();
    const urgency = new Urgency(priority);
    this.#controllers.add(controller);
    const promise = start(controller.signal, urgency).finally(() => {
      this.#controllers.delete(controller);
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    });
    const shared: Shared<T> = { urgency, promise, controller, users: 0 };
    this.#shared.set(key, shared);
    return shared;
  }
}
