import type { Disposable } from "./disposable.ts";

/** Time as an argument, so that tests need no sleeps. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
  /** Calls back once after `ms` milliseconds unless disposed before. */
  setTimer(ms: number, callback: () => void): Disposable;
}

/** Milliseconds after which a longer timer looks again: the platform's own fire at once above 2^31 - 1. */
const maxStepMs = 3_600_000;

/** The platform's clock, given the two functions of it that tests replace. */
export const clockOf = (now: () => number, start: (ms: number, callback: () => void) => Disposable): Clock => ({
  now,
  setTimer: (ms, callback) => {
    const end = now() + ms;
    let timer: Disposable | undefined;
    // The machine may sleep, and its time be set: whichever of the two says that the time is over.
    const next = (left: number): void => {
      const step = Math.min(Number.isNaN(left) ? maxStepMs : Math.max(0, left), maxStepMs);
      timer = start(step, () => {
        const rest = Math.min(left - step, end - now());
        if (rest > 0) next(rest);
        else callback();
      });
    };
    next(ms);
    return { dispose: () => timer?.dispose() };
  },
});

export const systemClock = clockOf(
  () => Date.now(),
  (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
);

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number, clock: Clock = systemClock): Promise<void> =>
  new Promise((resolve) => void clock.setTimer(ms, () => resolve()));

/** A number at least 0 and below 1, as `Math.random`. */
export type Random = () => number;
