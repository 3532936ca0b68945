import type { Runner, Test } from "mocha";
import type { HostEvent } from "./hostEvents.ts";

/**
 * Longer than any test should take, also beside another run; a hung one fails here instead of holding up the run. `eventually`
 * fails before and says what it waited for. Milliseconds.
 */
export const testTimeout = 60_000;

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Says what becomes of each test. */
export const reportRunner = (runner: Runner, report: (event: HostEvent) => void): void => {
  const start = Date.now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const titleOf = (test: Test): string => test.titlePath().join(" › ");
  runner.on("pass", (test) => {
    counts.passed += 1;
    report({ type: "pass", title: titleOf(test), milliseconds: test.duration ?? 0 });
  });
  runner.on("fail", (test, error: unknown) => {
    counts.failed += 1;
    report({ type: "fail", title: titleOf(test), stack: stackOf(error) });
  });
  runner.on("pending", (test) => {
    counts.skipped += 1;
    report({ type: "skip", title: titleOf(test) });
  });
  runner.on("end", () => report({ type: "end", ...counts, seconds: (Date.now() - start) / 1000 }));
};
