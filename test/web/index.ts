import "mocha/mocha.js";
import type Mocha from "mocha";
import type { HostEvent } from "../support/vscode/hostEvents.ts";
import { reportRunner, stackOf, testTimeout } from "../support/vscode/reportRunner.ts";
import { webRun } from "../support/web/webRun.ts";

const report = (event: HostEvent): void => console.log(webRun.prefix + JSON.stringify(event));

class Reporter {
  constructor(runner: Mocha.Runner) {
    reportRunner(runner, report);
  }
}

/** Called by VS Code inside the worker that runs extensions. */
export const run = async (): Promise<void> => {
  report({ type: "start" });
  try {
    const { files: wanted, grep } = (await (await fetch(new URL(webRun.selection, location.origin))).json()) as {
      readonly files: readonly string[];
      readonly grep: string;
    };
    const { Mocha: MochaClass } = globalThis as unknown as { readonly Mocha: typeof Mocha };
    const mocha = new MochaClass({
      ui: "bdd",
      timeout: testTimeout,
      reporter: Reporter as unknown as never,
      ...(grep === "" ? {} : { grep }),
    });
    mocha.cleanReferencesAfterRun(false);
    mocha.suite.emit("pre-require", globalThis, "", mocha);
    const { files } = await import("virtual:host-tests");
    for (const [file, load] of Object.entries(files)) if (wanted.includes(file)) await load();
    // The browser's own `run` wants a page.
    const start = Reflect.get(MochaClass.prototype, "run") as (
      this: unknown,
      done: (failures: number) => void,
    ) => void;
    const failures = await new Promise<number>((done) => Reflect.apply(start, mocha, [done]));
    if (failures > 0) throw new Error(`${failures} failed.`);
  } catch (error) {
    report({ type: "stopped", stack: stackOf(error) });
    throw error;
  }
};
