// A test that fails is run again, alone, in a fresh VS Code: see rerunFailures.ts.
// npm run test:host [-- --version 1.100.3] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { rerunFailures } from "../run/rerunFailures.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { selectOrExit } from "../run/selectTests.ts";
import { runHostTests } from "../vscode/hostRun.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: "string" } } });
const selection = selectOrExit("host", positionals);
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

let failed = 0;
for (const version of versions) {
  forgetResult(`host-${version}`);
  const result = await rerunFailures(await runHostTests(version, selection), async (name) => {
    console.log(`\nRunning again, alone: ${name}`);
    return (await runHostTests(version, { ...selection, names: [name], isExact: true })).failed === 0;
  });
  for (const name of result.unstable ?? []) console.log(`Unstable: ${name}`);
  writeResult(result);
  console.log(
    `  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${result.seconds} s\n`,
  );
  failed += result.failed;
}
process.exit(failed === 0 ? 0 : 1);
