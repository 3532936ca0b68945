import type { Clock } from "../../src/base/clock.ts";

/** Time that moves only with `advance`. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; callback: () => void }>();

  constructor(now = Date.parse("2026-01-01T00:00:00Z")) {
    this.#now = now;
  }

  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  setTimer(ms: number, callback: () => void): { dispose(): void } {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Lets `ms` milliseconds pass; due timers run in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = end;
  }
}
