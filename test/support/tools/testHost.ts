// npm run test:host [-- --version 1.100.3] [-- --grep text]
import { parseArgs } from "node:util";
import { forgetResult, writeResult } from "../run/results.ts";
import { runHostTests } from "../vscode/hostRun.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";

const { values } = parseArgs({ options: { version: { type: "string" }, grep: { type: "string" } } });
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

let failed = 0;
for (const version of versions) {
  forgetResult(`host-${version}`);
  const result = await runHostTests(version, values.grep);
  writeResult(result);
  console.log(
    `  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${result.seconds} s\n`,
  );
  failed += result.failed;
}
process.exit(failed === 0 ? 0 : 1);
