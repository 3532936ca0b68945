import type { NodeTestResult } from "./nodeTests.ts";
import type { StageResult } from "./results.ts";

/** A run with more unstable tests than this fails. */
const maxUnstable = 2;

/**
 * Runs each failed test again, alone. One that passes then counts as passed and is listed as unstable; more than
 * `maxUnstable` of these make the stage fail.
 */
export const rerunFailures = async (
  first: NodeTestResult,
  rerun: (name: string) => Promise<boolean>,
): Promise<StageResult> => {
  const { failures, ...result } = first;
  const unstable: string[] = [];
  for (const name of failures) if (await rerun(name)) unstable.push(name);
  const failed = result.failed - unstable.length;
  return {
    ...result,
    passed: result.passed + unstable.length,
    failed: unstable.length > maxUnstable ? failed + 1 : failed,
    unstable,
  };
};
