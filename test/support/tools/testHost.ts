// A test that fails is run again, alone, in a fresh VS Code: see rerunFailures.ts.
// npm run test:host [-- --version 1.100.3] [-- --without file,file] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { selectOrExit } from "../run/selectTests.ts";
import { runHostTests } from "../vscode/hostRun.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";
import { runInVersions } from "../vscode/runInVersions.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string" }, without: { type: "string" } },
});
const selected = selectOrExit("host", positionals);
const left = values.without?.split(",") ?? [];
const all = selectOrExit("host", []).files;
const unknown = left.filter((file) => !all.includes(file));
if (unknown.length > 0) {
  console.error(`There is no host test ${unknown.join(", ")} to leave out.`);
  process.exit(1);
}
const selection = { ...selected, files: selected.files.filter((file) => !left.includes(file)) };
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

process.exit((await runInVersions("host", versions, selection, runHostTests)) === 0 ? 0 : 1);
