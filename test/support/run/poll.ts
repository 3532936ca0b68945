import { setTimeout as delay } from "node:timers/promises";

interface PollOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds between two looks. */
  readonly interval?: number;
  /** What the error says was waited for. */
  readonly what: string;
}

/** Looks until `look` answers something other than undefined or false; throws after the timeout. */
export const poll = async <T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  { timeout, interval = 50, what }: PollOptions,
): Promise<T> => {
  const end = Date.now() + timeout;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() >= end) throw new Error(`Waited ${timeout / 1000} s in vain for ${what}.`);
    await delay(interval);
  }
};
