// A journey that fails is run again, alone: see rerunFailures.ts.
// npm run test:e2e [-- --version 1.100.3] [-- --vsix packaged.vsix] [-- path or name ...]: see selectTests.ts
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runNodeTests } from "../run/nodeTests.ts";
import { cacheFolder, outFolder } from "../run/projectPaths.ts";
import { rerunFailures } from "../run/rerunFailures.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { selectOrExit } from "../run/selectTests.ts";
import { builtFile } from "../run/testFiles.ts";
import { ensureBrowser } from "../vscode/browser.ts";
import { installVscode, newestVscode, oldestVscode, parseVscodeVersion } from "../vscode/install.ts";
import { packageVsix } from "../vscode/packageVsix.ts";
import { installVsix } from "../vscode/server.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: "string", default: newestVscode },
    vsix: { type: "string" },
    concurrency: { type: "string" },
  },
});
const version = parseVscodeVersion(values.version);
/** Journeys that need what the oldest server was installed without: a terminal, whose native part it would have to compile. */
const notOnOldest = ["terminal"];

const { files, names } = selectOrExit("e2e", positionals);
const isPossible = (file: string): boolean =>
  positionals.length > 0 || version !== oldestVscode || !notOnOldest.includes(file);
const chosen = files.filter(isPossible).map((file) => builtFile("e2e", file));
const stage = `e2e-${version}`;
forgetResult(stage);
const vscode = await installVscode(version);
const browser = await ensureBrowser();
const vsix = values.vsix ?? (await packageVsix()).path;

const folder = join(cacheFolder, "run", stage);
rmSync(folder, { recursive: true, force: true });
rmSync(join(outFolder, "failures", version), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// Installed once: each test's server gets data of its own, but shares the extensions.
const extensionsDir = join(folder, "extensions");
await installVsix(vsix, { vscode, serverDataDir: join(folder, "install"), extensionsDir });

process.env["FORGESIDE_E2E_VSCODE"] = vscode.version;
process.env["FORGESIDE_E2E_BROWSER"] = browser;
process.env["FORGESIDE_E2E_VSIX"] = vsix;
process.env["FORGESIDE_E2E_EXTENSIONS"] = extensionsDir;
process.env["FORGESIDE_E2E_FOLDER"] = folder;

console.log(`End-to-end tests in VS Code ${vscode.version}`);
const firstRun = await runNodeTests({
  stage,
  files: chosen,
  concurrency: values.concurrency === undefined ? 1 : Number(values.concurrency),
  testNames: names,
});
// Each workbench has a fresh profile. The evidence of both runs is needed to find the cause.
process.env["FORGESIDE_E2E_RERUN"] = "1";
const result = await rerunFailures(firstRun, async (name) => {
  console.log(`\nRunning again, alone: ${name}`);
  const again = await runNodeTests({ stage, files: chosen, concurrency: 1, exactName: name });
  return again.failed === 0;
});
for (const name of result.unstable ?? []) console.log(`Unstable: ${name}`);
writeResult(result);
process.exit(result.failed === 0 ? 0 : 1);
