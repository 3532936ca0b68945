// A test that fails is run again, alone, in a fresh VS Code: see rerunFailures.ts.
// npm run test:host [-- --version 1.100.3] [-- --without file,file] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { selectWithoutOrExit } from "../run/selectTests.ts";
import { runHostTests } from "../vscode/hostRun.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";
import { runInVersions } from "../vscode/runInVersions.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string" }, without: { type: "string" } },
});
const selection = selectWithoutOrExit("host", positionals, values.without);
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

process.exit((await runInVersions("host", versions, selection, runHostTests)) === 0 ? 0 : 1);
