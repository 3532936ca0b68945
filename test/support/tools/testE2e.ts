// npm run test:e2e [-- --version 1.100.3] [-- --grep text]
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runNodeTests } from "../run/nodeTests.ts";
import { cacheFolder, outFolder } from "../run/projectPaths.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { builtFiles } from "../run/testFiles.ts";
import { ensureBrowser } from "../vscode/browser.ts";
import { installVscode, newestVscode, parseVscodeVersion } from "../vscode/install.ts";
import { packageVsix } from "../vscode/packageVsix.ts";
import { installVsix } from "../vscode/server.ts";

const { values } = parseArgs({
  options: { version: { type: "string", default: newestVscode }, grep: { type: "string" } },
});
forgetResult("e2e");
const vscode = await installVscode(parseVscodeVersion(values.version));
const browser = await ensureBrowser();
const vsix = await packageVsix();

const folder = join(cacheFolder, "run", "e2e");
rmSync(folder, { recursive: true, force: true });
rmSync(join(outFolder, "failures"), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// Installed once: each test's server gets data of its own, but shares the extensions.
const extensionsDir = join(folder, "extensions");
await installVsix(vsix.path, { vscode, serverDataDir: join(folder, "install"), extensionsDir });

process.env["FORGESIDE_E2E_VSCODE"] = vscode.version;
process.env["FORGESIDE_E2E_BROWSER"] = browser;
process.env["FORGESIDE_E2E_VSIX"] = vsix.path;
process.env["FORGESIDE_E2E_EXTENSIONS"] = extensionsDir;
process.env["FORGESIDE_E2E_FOLDER"] = folder;

console.log(`End-to-end tests in VS Code ${vscode.version}`);
const { grep } = values;
const all = builtFiles("e2e", ".test.mjs");
const named = grep === undefined ? all : all.filter((file) => basename(file).includes(grep));
const result = await runNodeTests({
  stage: "e2e",
  files: named.length > 0 ? named : all,
  concurrency: 1,
  ...(named.length > 0 ? {} : { testName: grep }),
});
writeResult(result);
process.exit(result.failed === 0 ? 0 : 1);
