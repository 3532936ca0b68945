import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, outFolder, projectRoot } from "../run/projectPaths.ts";
import { poll } from "../run/poll.ts";
import { escapeRegExp } from "../run/nodeTests.ts";
import type { Selection } from "../run/selectTests.ts";
import type { FirstResult } from "../run/rerunFailures.ts";
import { failureLine, secondsSince } from "../run/results.ts";
import { linkBuiltins } from "./builtins.ts";
import { HostEvents } from "./hostEvents.ts";
import { type VscodeVersion, installVscode } from "./install.ts";
import { extensionHostLogTail } from "./logs.ts";
import { trustForgeside } from "./trustForgeside.ts";
import { openUnseenPage } from "./unseenPage.ts";
import { type VscodeServer, unseenSettings, startServer } from "./server.ts";

/**
 * Milliseconds. No test may take longer than 90 s, so a longer silence is a host that hangs or has crashed. A slow machine
 * needs three times as long for the whole run as a quiet one.
 */
const limits = { run: 90 * 60_000, silence: 120_000 };

export interface HostRunFiles {
  readonly workspace: string;
  readonly events: string;
  readonly data: string;
}

/** A fresh server data folder and a fresh copy of the fixture workspace. */
export const prepareHostRun = (stage: string): HostRunFiles => {
  const folder = join(cacheFolder, "run", stage);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = {
    workspace: join(folder, "workspace"),
    events: join(folder, "events.jsonl"),
    data: join(folder, "data"),
  };
  cpSync(join(projectRoot, "test", "host", "workspace"), files.workspace, { recursive: true });
  writeFileSync(files.events, "");
  return files;
};

export interface HostSelection extends Selection {
  /** The names are whole names of tests. */
  readonly isExact?: boolean;
}

/** The pattern of the names of the wanted tests; empty for all. */
export const patternOf = ({ names, isExact = false }: HostSelection): string => {
  const patterns = names.map((name) => escapeRegExp(name.replaceAll(" › ", " ")));
  return (isExact ? patterns.map((each) => `^${each}$`) : patterns).join("|");
};

/** What the run inside the extension host reads. */
export const hostTestEnv = (
  { events }: HostRunFiles,
  selection: HostSelection,
): Readonly<Record<string, string>> => ({
  FORGESIDE_TEST_EVENTS: events,
  FORGESIDE_TEST_FILES: selection.files.join(","),
  FORGESIDE_TEST_GREP: patternOf(selection),
});

export const hostTestBundle = join(outFolder, "test", "host", "index.js");

const openAndWait = async (server: VscodeServer, files: HostRunFiles, events: HostEvents): Promise<void> => {
  const { browser, page } = await openUnseenPage();
  const said: string[] = [];
  try {
    let exitCode: number | undefined;
    let crashed = false;
    page.on("crash", () => (crashed = true));
    page.on("console", (message) => said.push(message.text()));
    await page.exposeFunction("codeAutomationLog", (type: string, args: readonly unknown[]) => {
      said.push(`${type}: ${args.map(String).join(" ")}`);
    });
    await page.exposeFunction("codeAutomationExit", (code: number) => {
      exitCode = code;
    });
    await trustForgeside(page);
    await page.goto(
      server.url(files.workspace, [
        ["extensionDevelopmentPath", server.remoteUri(projectRoot)],
        ["extensionTestsPath", server.remoteUri(hostTestBundle)],
      ]),
    );
    let over = false;
    void server.ended.then(() => (over = true));
    await poll(
      () => {
        if (events.read() || exitCode !== undefined) return true;
        if (over) throw new Error("VS Code's server ended during the tests.");
        if (crashed) throw new Error("The browser's page crashed during the tests.");
        if (events.silence < limits.silence) return false;
        throw new Error(
          `Nothing was heard of the extension host for ${limits.silence / 1000} s: it hangs or crashed.`,
        );
      },
      { timeout: limits.run, interval: 500, what: "the end of the tests" },
    );
    events.read();
  } catch (error) {
    throw new Error(`${String((error as Error).message)}\nThe page's console:\n${said.slice(-40).join("\n")}`, {
      cause: error,
    });
  } finally {
    await browser.close();
  }
};

/** What became of a run that began at `start` (a `performance.now()`), and may have ended with a problem of its own. */
export const resultOf = (
  stage: string,
  start: number,
  events: HostEvents,
  problem: string | undefined,
): FirstResult => {
  const { passed, failed, skipped } = events.counts;
  return {
    stage,
    passed,
    failed: failed + (problem === undefined ? 0 : 1),
    skipped,
    seconds: secondsSince(start),
    rerunnable: events.failed,
    failures: [...events.failures, ...(problem === undefined ? [] : [failureLine("The run", problem)])],
  };
};

/** Runs the host tests in that VS Code's extension host. */
export const runHostTests = async (version: VscodeVersion, selection: HostSelection): Promise<FirstResult> => {
  const stage = `host-${version}`;
  const vscode = await installVscode(version);
  const files = prepareHostRun(stage);
  const start = performance.now();
  console.log(`Host tests in VS Code ${version}`);
  const server = await startServer({
    vscode,
    serverDataDir: files.data,
    settings: unseenSettings,
    smokeTestDriver: true,
    builtinsDir: linkBuiltins(vscode, join(files.data, "builtins"), true),
    env: hostTestEnv(files, selection),
  });
  const events = new HostEvents(files.events);
  let problem: string | undefined;
  try {
    await openAndWait(server, files, events);
    problem = events.problem;
  } catch (error) {
    problem = (error as Error).message;
  } finally {
    await server.dispose();
  }
  if (problem !== undefined) {
    console.log(`  ✖ VS Code ${version}: ${problem}\n${extensionHostLogTail(files.data)}`);
  }
  return resultOf(stage, start, events, problem);
};
