import { basename } from "node:path";
import { type Goal, type Measured, rowOf } from "./rows.ts";

/** The rows that are wanted: a name of a file or of a row; all without one. */
const only = process.env["FORGESIDE_BENCH_ONLY"] ?? "";
const file = basename(process.argv[1] ?? "").replace(/\.bench\.mjs$/, "");

export const isWanted = (name: string): boolean => only === "" || only === file || only === `${file}.${name}`;

/**
 * Measures a row and reports it to the tool that started this file; alone, the file prints it. `name` is that of no other
 * row of the file. Does nothing when the row is not wanted.
 */
export const row = async (
  name: string,
  what: string,
  goal: Goal,
  measure: () => Measured | Promise<Measured>,
): Promise<void> => {
  if (!isWanted(name)) return;
  const found = rowOf(`${file}.${name}`, what, goal, await measure());
  if (process.send) process.send(found);
  else console.log(JSON.stringify(found));
};

/** The value below which this part of all values is: 0.5 is the median. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Milliseconds that the work takes. */
export const timeOf = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Median milliseconds of works that are done in turn, so that what disturbs the machine disturbs all of them: after
 * `warmupMs` and at least one round, at least `totalMs` long and `atLeast` times each.
 */
export const alternate = async <Name extends string>(
  works: Readonly<Record<Name, () => Promise<unknown>>>,
  { warmupMs = 500, totalMs = 3000, atLeast = 5 } = {},
): Promise<Readonly<Record<Name, number>>> => {
  const entries = Object.entries(works) as [Name, () => Promise<unknown>][];
  const times = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  const start = performance.now();
  for (let round = 0, measuring = 0; ; round++) {
    const elapsed = performance.now() - start;
    const isWarm = elapsed > warmupMs && round > 0;
    if (isWarm && elapsed > warmupMs + totalMs && measuring >= atLeast) break;
    // Each is the first as often as the last.
    for (const [name, work] of round % 2 === 0 ? entries : entries.toReversed()) {
      const time = await timeOf(work);
      if (isWarm) times.get(name)?.push(time);
    }
    if (isWarm) measuring += 1;
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
};

/** The exponent of growth from the time of the small size to that of one `factor` times as large: 1 for linear. */
export const growthOf = (small: number, large: number, factor = 10): number =>
  Math.log(large / Math.max(small, 1e-9)) / Math.log(factor);

/** Bytes of the heap and of buffers in use, after a garbage collection. Needs `--expose-gc`, which the tool gives. */
export const usedMemory = (): number => {
  for (let time = 0; time < 3; time++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
