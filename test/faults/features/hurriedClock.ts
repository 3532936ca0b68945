import type { Clock } from "../../../src/base/clock.ts";

/** The time limits of requests: of a call, and of a look for what was lost. Milliseconds. */
const limits = [30_000, 10_000];
/** Pauses up to this long are over at once; longer ones, those of the outbox, when the test says so. Milliseconds. */
const longestPause = 5000;

/** Pauses are over at once; time limits only by `expire`. */
export class HurriedClock implements Clock {
  readonly #limits = new Set<() => void>();
  #waiting = 0;
  #now = Date.parse("2026-01-01T00:00:00Z");

  /** Timers that were neither disposed of nor over. */
  get pending(): number {
    return this.#limits.size + this.#waiting;
  }

  now(): number {
    return this.#now;
  }

  skip(ms: number): void {
    this.#now += ms;
  }

  setTimer(ms: number, callback: () => void): { dispose(): void } {
    if (limits.includes(ms)) {
      this.#limits.add(callback);
      return { dispose: () => this.#limits.delete(callback) };
    }
    this.#waiting++;
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.#waiting--;
      isOver = true;
    };
    if (ms > longestPause) return { dispose: end };
    const pause = setImmediate(() => {
      this.#now += Math.max(0, ms);
      end();
      callback();
    });
    return {
      dispose: () => {
        clearImmediate(pause);
        end();
      },
    };
  }

  /** The time limits of the requests that are under way are over. */
  expire(): void {
    const due = [...this.#limits];
    this.#limits.clear();
    for (const callback of due) callback();
  }
}
