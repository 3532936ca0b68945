// Host tests in VS Code for the Web: what runs in its worker, from the same sources.
// npm run test:web [-- --version 1.100.3] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { rerunFailures } from "../run/rerunFailures.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { selectOrExit } from "../run/selectTests.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";
import needNode from "../web/needNode.json" with { type: "json" };
import { runWebTests } from "../web/webHostRun.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: "string" } } });
const selected = selectOrExit("host", positionals);
const selection = { ...selected, files: selected.files.filter((file) => !(file in needNode)) };
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

let failed = 0;
for (const version of versions) {
  forgetResult(`web-${version}`);
  const result = await rerunFailures(await runWebTests(version, selection), async (name) => {
    console.log(`\nRunning again, alone: ${name}`);
    return (await runWebTests(version, { ...selection, names: [name], isExact: true })).failed === 0;
  });
  for (const name of result.unstable ?? []) console.log(`Unstable: ${name}`);
  writeResult(result);
  console.log(
    `  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${result.seconds} s\n`,
  );
  failed += result.failed;
}
process.exit(failed === 0 ? 0 : 1);
