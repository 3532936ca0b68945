// npm run test:desktop [-- --version 1.100.3] [-- path or name ...]: the host tests in desktop VS Code, which this downloads.
import { parseArgs } from "node:util";
import { join } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { cacheFolder, projectRoot } from "../run/projectPaths.ts";
import { forgetResult, secondsSince, writeResult } from "../run/results.ts";
import { HostEvents } from "../vscode/hostEvents.ts";
import { hostTestBundle, hostTestEnv, prepareHostRun } from "../vscode/hostRun.ts";
import { selectOrExit } from "../run/selectTests.ts";
import { oldestVscode } from "../vscode/install.ts";
import { unseenSettings, writeUserSettings } from "../vscode/server.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: "string" } } });
const selection = selectOrExit("host", positionals);

const runIn = async (version: string): Promise<number> => {
  const stage = `desktop-${version}`;
  forgetResult(stage);
  const executable = await downloadAndUnzipVSCode({ version, cachePath: join(cacheFolder, "desktop") });
  const files = prepareHostRun(stage);
  writeUserSettings(files.data, unseenSettings);
  const events = new HostEvents(files.events);
  const start = performance.now();
  console.log(`Host tests in desktop VS Code ${version}`);
  const reading = setInterval(() => events.read(), 200);
  let problem: string | undefined;
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: hostTestBundle,
      extensionTestsEnv: hostTestEnv(files, selection),
      launchArgs: [
        files.workspace,
        `--user-data-dir=${join(files.data, "data")}`,
        `--extensions-dir=${join(files.data, "extensions")}`,
        "--disable-extensions",
        "--disable-workspace-trust",
        "--disable-telemetry",
        "--skip-welcome",
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    });
  } catch (error) {
    problem = (error as Error).message;
  } finally {
    clearInterval(reading);
    events.read();
  }
  const { passed, failed, skipped } = events.counts;
  // Failed tests make VS Code's exit code non-zero as well; that is no second failure.
  const other = events.problem ?? (failed === 0 ? problem : undefined);
  if (other !== undefined) console.log(`  ✖ ${other}`);
  const result = {
    stage,
    passed,
    failed: failed + (other === undefined ? 0 : 1),
    skipped,
    seconds: secondsSince(start),
  };
  writeResult(result);
  console.log(
    `  ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped in ${result.seconds} s\n`,
  );
  return result.failed;
};

let failures = 0;
for (const version of values.version === undefined ? [oldestVscode, "stable"] : [values.version]) {
  failures += await runIn(version);
}
process.exit(failures === 0 ? 0 : 1);
