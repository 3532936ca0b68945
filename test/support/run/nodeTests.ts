import { run } from "node:test";
import { spec } from "node:test/reporters";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { outFolder, projectRoot } from "./projectPaths.ts";
import type { FirstResult } from "./rerunFailures.ts";
import { failureLine, secondsSince } from "./results.ts";
import { writeWantedNames } from "./wantedNames.ts";

interface NodeTestOptions {
  readonly stage: string;
  readonly files: readonly string[];
  readonly concurrency: number | boolean;
  /** Runs only the tests whose name has one of these texts, such as `suite › test`; all when there is none. */
  readonly testNames?: readonly string[];
  /** Runs only the tests with exactly this name. */
  readonly exactName?: string | undefined;
}

const givenNodeOptions = process.env["NODE_OPTIONS"] ?? "";

export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The flags of the processes in which the files run, which take them from here. */
const setNodeOptions = ({ testNames = [] }: NodeTestOptions): void => {
  writeWantedNames(testNames);
  const select = pathToFileURL(join(outFolder, "tools", "selectNodeTests.mjs")).href;
  const flags = ["--enable-source-maps", ...(testNames.length === 0 ? [] : [`--import=${select}`])];
  process.env["NODE_OPTIONS"] = [givenNodeOptions, ...flags].join(" ").trim();
};

/** A file whose tests take longer hangs: it is ended, and named. Milliseconds. */
const fileLimitMs = 1_200_000;

/** Runs files of node:test, each in a process of its own, and prints as the spec reporter does. */
export const runNodeTests = async (options: NodeTestOptions): Promise<FirstResult> => {
  const start = performance.now();
  setNodeOptions(options);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const rerunnable: string[] = [];
  const isFile = (name: string): boolean =>
    options.files.some((file) => name === file || name === relative(projectRoot, file));
  const stream = run({
    files: [...options.files],
    concurrency: options.concurrency,
    timeout: fileLimitMs,
    ...(options.exactName === undefined
      ? {}
      : { testNamePatterns: new RegExp(`^${escapeRegExp(options.exactName)}$`) }),
  });
  stream.on("test:pass", ({ name, details, skip, todo }) => {
    // A file that holds no test is reported as a test that passed.
    if (details.type === "suite" || isFile(name)) return;
    if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else counts.passed += 1;
  });
  stream.on("test:fail", ({ name, nesting, details }) => {
    // A suite (or file) with failed tests has failed too, but is no test.
    const ofSubtests = "failureType" in details.error && details.error.failureType === "subtestsFailed";
    if (!ofSubtests) {
      counts.failed += 1;
      const { cause, message } = details.error;
      failures.push(failureLine(name, cause instanceof Error ? cause.message : message));
    }
    if (nesting === 0 && !isFile(name)) rerunnable.push(name);
  });
  const printed = stream.compose(new spec());
  for await (const text of printed) process.stdout.write(text as string);
  if (counts.passed + counts.failed === 0) {
    counts.failed = 1;
    failures.push(`No test was run (${options.files.length} files).`);
    console.error(failures[0]);
  }
  return { stage: options.stage, ...counts, seconds: secondsSince(start), failures, rerunnable };
};
