import type { Clock } from "../base/clock.ts";
import { CancelledError } from "../base/errors.ts";
import { HttpError } from "./errors.ts";

/** What the user waits for, what is on the screen, and what can wait. */
export type Priority = "user" | "visible" | "background";
const order: readonly Priority[] = ["user", "visible", "background"];

interface Job {
  readonly priority: Priority;
  readonly write: boolean;
  readonly start: () => void;
  readonly fail: (error: unknown) => void;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly concurrency?: number;
  /** Milliseconds that a call may be held back by the service's limit; beyond it the call fails at once. */
  readonly longestWait?: number;
}

/** Sends at most `concurrency` requests at once and one write at a time, the most wanted first. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #longestWait: number;
  readonly #queue: Job[] = [];
  #running = 0;
  #writing = false;
  #blockedUntil = 0;
  #wakeUp: { dispose(): void } | undefined;

  constructor(options: SchedulerOptions) {
    this.#clock = options.clock;
    this.#concurrency = options.concurrency ?? 8;
    this.#longestWait = options.longestWait ?? 30_000;
  }

  /** When requests may be sent again: milliseconds since 1970-01-01T00:00:00Z; 0 when they may now. */
  get blockedUntil(): number {
    return this.#blockedUntil > this.#clock.now() ? this.#blockedUntil : 0;
  }

  /** The service asked for silence until then (milliseconds). */
  block(until: number): void {
    if (until <= this.#blockedUntil) return;
    this.#blockedUntil = until;
    if (until - this.#clock.now() > this.#longestWait) {
      for (const job of this.#queue.splice(0)) job.fail(this.#limited());
    }
  }

  unblock(): void {
    this.#blockedUntil = 0;
    this.#next();
  }

  run<T>(
    task: () => Promise<T>,
    options: { priority: Priority; write: boolean; signal?: AbortSignal | undefined },
  ): Promise<T> {
    const { priority, write, signal } = options;
    if (signal?.aborted) return Promise.reject(new CancelledError());
    if (this.blockedUntil - this.#clock.now() > this.#longestWait) return Promise.reject(this.#limited());
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => {
        const index = this.#queue.indexOf(job);
        if (index < 0) return;
        this.#queue.splice(index, 1);
        reject(new CancelledError());
      };
      const job: Job = {
        priority,
        write,
        fail: (error) => {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        },
        start: () => {
          signal?.removeEventListener("abort", onAbort);
          this.#running++;
          if (write) this.#writing = true;
          void task()
            .then(resolve, reject)
            .finally(() => {
              this.#running--;
              if (write) this.#writing = false;
              this.#next();
            });
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  dispose(): void {
    this.#wakeUp?.dispose();
    for (const job of this.#queue.splice(0)) job.fail(new CancelledError());
  }

  #limited(): HttpError {
    const retryAt = this.#blockedUntil;
    return new HttpError("rateLimited", 429, "The request limit of the service is used up.", { retryAt });
  }

  #next(): void {
    const wait = this.#blockedUntil - this.#clock.now();
    if (wait > 0) {
      if (this.#queue.length > 0 && !this.#wakeUp) {
        this.#wakeUp = this.#clock.setTimer(wait, () => {
          this.#wakeUp = undefined;
          this.#next();
        });
      }
      return;
    }
    while (this.#running < this.#concurrency) {
      const job = this.#take();
      if (!job) return;
      job.start();
    }
  }

  #take(): Job | undefined {
    for (const priority of order) {
      const index = this.#queue.findIndex((job) => job.priority === priority && !(job.write && this.#writing));
      if (index >= 0) return this.#queue.splice(index, 1)[0];
    }
    return undefined;
  }
}
