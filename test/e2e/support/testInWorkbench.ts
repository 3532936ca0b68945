import assert from "node:assert/strict";
import { test } from "node:test";
import { readEnvironment } from "./environment.ts";
import { Workbench, type WorkbenchOptions } from "./workbench.ts";

/** Milliseconds for one whole test, VS Code's start included: a loaded machine needs five times those of a quiet one. */
const limit = 300_000;

/**
 * A test with a workbench of its own, whose options may depend on what `before` started. When it fails, a picture and the logs are kept in
 * out/failures/.
 */
export const testInWorkbench = (
  name: string,
  options: WorkbenchOptions | (() => WorkbenchOptions),
  body: (workbench: Workbench) => Promise<void>,
): void => {
  void test(name, { timeout: limit }, async (context) => {
    const workbench = await Workbench.open(typeof options === "function" ? options() : options);
    // When the time is over, closing the browser lets what waits in the body fail.
    const late = (): void => void workbench.keepEvidence(name).finally(() => workbench.dispose());
    context.signal.addEventListener("abort", late);
    try {
      await body(workbench);
      assert.deepEqual(workbench.complaints(), []);
      if (readEnvironment().isRerun) await workbench.keepEvidence(name);
    } catch (error) {
      context.diagnostic(`Picture and logs: ${await workbench.keepEvidence(name)}`);
      throw error;
    } finally {
      context.signal.removeEventListener("abort", late);
      await workbench.dispose();
    }
  });
};
