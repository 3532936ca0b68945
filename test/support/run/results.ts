import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outFolder } from "./projectPaths.ts";

export interface StageResult {
  readonly stage: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** What failed: the test's name, and the first line of its error. The last lines of a run must name it. */
  readonly failures?: readonly string[];
  /** Such lines about tests that failed, and passed when they were run again alone. */
  readonly unstable?: readonly string[];
}

/** A line about a failed test, short enough for the summary: the end of a long error often says why something was waited for in vain. */
export const failureLine = (name: string, error: string): string => {
  const text = error.trim().replaceAll(/\s+/g, " ");
  return `${name}: ${text.length > 600 ? `${text.slice(0, 300)} … ${text.slice(-300)}` : text}`;
};

const fileOf = (stage: string): string => join(outFolder, "results", `${stage}.json`);

export const writeResult = (result: StageResult): void => {
  mkdirSync(join(outFolder, "results"), { recursive: true });
  writeFileSync(fileOf(result.stage), `${JSON.stringify(result)}\n`);
};

/** So that a stage that crashes does not pass with yesterday's result. */
export const forgetResult = (stage: string): void => rmSync(fileOf(stage), { force: true });

/** Undefined when the stage left none. */
export const readResult = (stage: string): StageResult | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(stage), "utf8")) as StageResult;
  } catch {
    return undefined;
  }
};

/** Seconds since `start` (a `performance.now()`), with one decimal. */
export const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;
