import type { Disposable } from "./disposable.ts";

/** Time as an argument, so that tests need no sleeps. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
  /** Calls back once after `ms` milliseconds unless disposed before. */
  setTimer(ms: number, callback: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** A number at least 0 and below 1, as `Math.random`. */
export type Random = () => number;
