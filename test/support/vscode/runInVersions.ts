import { type FirstResult, rerunFailures } from "../run/rerunFailures.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import type { HostSelection } from "./hostRun.ts";
import type { VscodeVersion } from "./install.ts";

/** Runs tests in each of these versions of VS Code, failed ones again, alone. Answers how many failed. */
export const runInVersions = async (
  kind: "host" | "web",
  versions: readonly VscodeVersion[],
  selection: HostSelection,
  run: (version: VscodeVersion, selection: HostSelection) => Promise<FirstResult>,
): Promise<number> => {
  let failed = 0;
  for (const version of versions) {
    forgetResult(`${kind}-${version}`);
    const result = await rerunFailures(await run(version, selection), async (name) => {
      console.log(`\nRunning again, alone: ${name}`);
      return (await run(version, { ...selection, names: [name], isExact: true })).failed === 0;
    });
    for (const name of result.unstable ?? []) console.log(`Unstable: ${name}`);
    writeResult(result);
    console.log(
      `  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${result.seconds} s\n`,
    );
    failed += result.failed;
  }
  return failed;
};
