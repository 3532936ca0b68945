import type { Clock } from "../../../src/base/clock.ts";
import type { Transport } from "../../../src/client/transport.ts";

/** Short waits are over at once; long ones, those of the outbox, when the test sends. */
export const hurriedClock = (): Clock & { skip(ms: number): void } => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  return {
    now: () => (now += 1000),
    skip: (ms) => void (now += ms),
    setTimer: (ms, callback) => {
      const timer = ms < 5000 ? setImmediate(callback) : undefined;
      return { dispose: () => (timer ? clearImmediate(timer) : undefined) };
    },
  };
};

/** Requests fail before the service has them, or after it acted: then the answer is lost. */
export const faultyTransport =
  (direct: Transport, chance: () => number, rate: () => number): Transport =>
  async (request) => {
    if (chance() < rate()) throw new TypeError("no network");
    const answer = await direct(request);
    if (chance() < rate()) throw new TypeError("the answer was lost");
    return answer;
  };

/** A repeatable source of chance (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

export const insertLine = (text: string, line: string, chance: () => number): string => {
  const lines = text.split("\n");
  lines.splice(Math.floor(chance() * (lines.length - 1)), 0, line);
  return lines.join("\n");
};

/** What a person makes of a text with marks who wants to keep everything in it. */
export const withoutMarks = (marked: string): string =>
  marked
    .split("\n")
    .filter((line) => !/^(<{7}|\|{7}|={7}|>{7})/.test(line))
    .join("\n");

/** What a person makes of a conflict who wants to keep both sides. */
export const union = (mine: string, theirs: string | null): string => {
  const known = new Set((theirs ?? "").split("\n"));
  const missing = mine.split("\n").filter((line) => line !== "" && !known.has(line));
  return [...missing, theirs ?? ""].join("\n");
};
