import { appendFileSync } from "node:fs";
import type { MochaOptions, Runner, Test } from "mocha";
import type { HostEvent } from "../support/vscode/hostEvents.ts";

/** Longer than any test should take; a hung one fails here instead of holding up the run. */
const testTimeout = 20_000;

const report = (event: HostEvent): void => {
  const file = process.env["FORGESIDE_TEST_EVENTS"];
  if (file === undefined) console.log(JSON.stringify(event));
  else appendFileSync(file, `${JSON.stringify(event)}\n`);
};

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const reportRunner = (runner: Runner): void => {
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

/** Called by VS Code inside the extension host. */
export const run = async (): Promise<void> => {
  report({ type: "start" });
  try {
    const { default: Mocha } = await import("mocha");
    const options: MochaOptions = { ui: "bdd", timeout: testTimeout, reporter: Mocha.reporters.Base };
    const grep = process.env["FORGESIDE_TEST_GREP"];
    if (grep !== undefined && grep !== "") options.grep = grep;
    const mocha = new Mocha(options);
    // Creates describe, it and the hooks, which the test files use as they load.
    mocha.suite.emit("pre-require", globalThis, "", mocha);
    const wanted = (process.env["FORGESIDE_TEST_FILES"] ?? "").split(",");
    const { files } = await import("virtual:host-tests");
    for (const [file, load] of Object.entries(files)) if (wanted.includes(file)) await load();
    const failures = await new Promise<number>((resolve) => {
      reportRunner(mocha.run(resolve));
    });
    if (failures > 0) throw new Error(`${failures} failed.`);
  } catch (error) {
    report({ type: "stopped", stack: stackOf(error) });
    throw error;
  }
};
