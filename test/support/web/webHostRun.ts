import { poll } from "../run/poll.ts";
import { outFolder, projectRoot } from "../run/projectPaths.ts";
import type { FirstResult } from "../run/rerunFailures.ts";
import { HostEvents, type HostEvent } from "../vscode/hostEvents.ts";
import { type HostSelection, patternOf, resultOf } from "../vscode/hostRun.ts";
import { installVscode, type VscodeVersion } from "../vscode/install.ts";
import { unseenSettings } from "../vscode/server.ts";
import { openUnseenPage } from "../vscode/unseenPage.ts";
import { join } from "node:path";
import { webRun } from "./webRun.ts";
import { startWebWorkbench } from "./webWorkbench.ts";

/**
 * Milliseconds. No test may take longer than 90 s, so a longer silence is a worker that hangs or has crashed. A slow machine
 * needs five times as long for the whole run as a quiet one.
 */
const limits = { run: 90 * 60_000, silence: 120_000 };

/** Before an address below the project's folder, as the worker's stacks have it. */
const projectAddress = /https?:\/\/127\.0\.0\.1:\d+\/ext\/|#vscode-extension/g;

/** Runs host tests in the worker of VS Code for the Web, with nothing behind it but a server of files. */
export const runWebTests = async (version: VscodeVersion, selection: HostSelection): Promise<FirstResult> => {
  const stage = `web-${version}`;
  const vscode = await installVscode(version);
  const start = performance.now();
  console.log(`Tests in VS Code for the Web ${version}`);
  const workbench = await startWebWorkbench({
    vscode,
    folders: { ext: projectRoot, auth: join(outFolder, "test", "authProvider") },
    others: ["auth"],
    tests: "out/test/web/index.js",
    settings: unseenSettings,
    texts: {
      [webRun.selection]: JSON.stringify({ files: selection.files, grep: patternOf(selection) }),
    },
  });
  const { browser, page } = await openUnseenPage();
  const events = new HostEvents();
  const said: string[] = [];
  let problem: string | undefined;
  try {
    let exitCode: number | undefined;
    let hasCrashed = false;
    page.on("crash", () => (hasCrashed = true));
    page.on("pageerror", (error) => said.push(error.stack ?? error.message));
    page.on("console", (message) => {
      // VS Code puts its own mark before what extensions say.
      const text = message.text().replace(/^%c *\w+ color: #\w+ /, "");
      if (text.startsWith(webRun.prefix))
        events.take(JSON.parse(text.slice(webRun.prefix.length).replaceAll(projectAddress, "")) as HostEvent);
      else said.push(text);
    });
    await page.exposeFunction("codeAutomationLog", (type: string, args: readonly unknown[]) => {
      said.push(`${type}: ${args.map(String).join(" ")}`);
    });
    await page.exposeFunction("codeAutomationExit", (code: number) => {
      exitCode = code;
    });
    await page.goto(workbench.url);
    await poll(
      () => {
        if (events.read() || exitCode !== undefined) return true;
        if (hasCrashed) throw new Error("The browser's page crashed during the tests.");
        if (events.silence < limits.silence) return false;
        throw new Error(`Nothing was heard of the worker for ${limits.silence / 1000} s: it hangs or crashed.`);
      },
      { timeout: limits.run, interval: 100, what: "the end of the tests" },
    );
    problem = events.problem;
  } catch (error) {
    problem = (error as Error).message;
  } finally {
    await browser.close();
    await workbench.dispose();
  }
  if (problem !== undefined) console.log(`  ✖ VS Code ${version}: ${problem}\n${said.slice(-40).join("\n")}`);
  return resultOf(stage, start, events, problem);
};
