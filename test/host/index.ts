import { appendFileSync } from "node:fs";
import type { MochaOptions } from "mocha";
import type { HostEvent } from "../support/vscode/hostEvents.ts";
import { reportRunner, stackOf, testTimeout } from "../support/vscode/reportRunner.ts";

const report = (event: HostEvent): void => {
  const file = process.env["FORGESIDE_TEST_EVENTS"];
  if (file === undefined) console.log(JSON.stringify(event));
  else appendFileSync(file, `${JSON.stringify(event)}\n`);
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
      reportRunner(mocha.run(resolve), report);
    });
    if (failures > 0) throw new Error(`${failures} failed.`);
  } catch (error) {
    report({ type: "stopped", stack: stackOf(error) });
    throw error;
  }
};
