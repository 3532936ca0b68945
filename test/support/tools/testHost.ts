// A test that fails is run again, alone, in a fresh VS Code: see rerunFailures.ts.
// npm run test:host [-- --version 1.100.3] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { selectOrExit } from "../run/selectTests.ts";
import { runHostTests } from "../vscode/hostRun.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";
import { runInVersions } from "../vscode/runInVersions.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: "string" } } });
const selection = selectOrExit("host", positionals);
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

process.exit((await runInVersions("host", versions, selection, runHostTests)) === 0 ? 0 : 1);
