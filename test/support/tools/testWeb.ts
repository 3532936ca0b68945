// Host tests in VS Code for the Web: what runs in its worker, from the same sources.
// npm run test:web [-- --version 1.100.3] [-- --without file,file] [-- path or name ...]: see selectTests.ts
import { parseArgs } from "node:util";
import { selectWithoutOrExit } from "../run/selectTests.ts";
import { parseVscodeVersion, vscodeVersions } from "../vscode/install.ts";
import { runInVersions } from "../vscode/runInVersions.ts";
import needNode from "../web/needNode.json" with { type: "json" };
import { runWebTests } from "../web/webHostRun.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { version: { type: "string" }, without: { type: "string" } },
});
const selected = selectWithoutOrExit("host", positionals, values.without);
const selection = { ...selected, files: selected.files.filter((file) => !(file in needNode)) };
for (const [file, reason] of Object.entries(needNode))
  if (positionals.length > 0 && selected.files.includes(file))
    console.log(`${file} doesn't run in a browser: it ${reason} (test/support/web/needNode.json).`);
if (selection.files.length === 0) process.exit(1);
const versions = values.version === undefined ? vscodeVersions : [parseVscodeVersion(values.version)];

process.exit((await runInVersions("web", versions, selection, runWebTests)) === 0 ? 0 : 1);
