import type { StageResult } from "./results.ts";

export interface FirstResult extends StageResult {
  /** The names of the failed tests that can be run again: not a file that could not be loaded. */
  readonly rerunnable: readonly string[];
}

/** A run with more unstable tests than this fails. */
const maxUnstable = 2;

/** With more failed tests than this none is run again. */
const maxReruns = 5;

/**
 * Runs each failed test again, alone. One that passes then counts as passed and is listed as unstable; more than
 * `maxUnstable` of these make the stage fail.
 */
export const rerunFailures = async (
  first: FirstResult,
  rerun: (name: string) => Promise<boolean>,
): Promise<StageResult> => {
  const { rerunnable, failures = [], ...result } = first;
  const passed: string[] = [];
  if (rerunnable.length <= maxReruns) for (const name of rerunnable) if (await rerun(name)) passed.push(name);
  const isUnstable = (line: string): boolean => passed.some((name) => line.startsWith(`${name}: `));
  const failed = result.failed - passed.length;
  return {
    ...result,
    passed: result.passed + passed.length,
    failed: passed.length > maxUnstable ? failed + 1 : failed,
    failures: failures.filter((line) => !isUnstable(line)),
    unstable: failures.filter(isUnstable),
  };
};
