import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "../run/childProcess.ts";
import { npm } from "../run/npm.ts";
import { cacheFolder } from "../run/projectPaths.ts";
import { writeLoggerStandIn } from "./loggerStandIn.ts";
import { withLock } from "./lock.ts";

/** The oldest and the newest VS Code that the tests run in; each needs the Node it was built for. */
const releases = {
  "1.100.3": { codeServer: "4.100.3", node: 20 },
  "1.139.1": { codeServer: "4.139.1", node: 24 },
} as const;

export type VscodeVersion = keyof typeof releases;

export const oldestVscode: VscodeVersion = "1.100.3";
export const newestVscode: VscodeVersion = "1.139.1";
export const vscodeVersions: readonly VscodeVersion[] = [oldestVscode, newestVscode];

export const parseVscodeVersion = (text: string): VscodeVersion => {
  const version = vscodeVersions.find((known) => known === text);
  if (version === undefined) throw new Error(`VS Code ${text} is not one of ${vscodeVersions.join(", ")}.`);
  return version;
};

export interface InstalledVscode {
  readonly version: VscodeVersion;
  /** The Node that runs this server. */
  readonly node: string;
  readonly serverMain: string;
}

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];

const runNpm = async (args: readonly string[], cwd: string, logFile: string): Promise<void> => {
  const child = startChild(npm, [...args, ...quiet], { cwd, logFile, timeout: 10 * 60_000 });
  const { code, timedOut } = await child.ended;
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ${timedOut ? "took too long" : `ended with ${code}`}.`);
};

const installInto = async (folder: string, version: VscodeVersion, say: (line: string) => void): Promise<void> => {
  const { codeServer, node } = releases[version];
  const log = `${folder}.log`;
  rmSync(folder, { recursive: true, force: true });
  rmSync(log, { force: true });
  mkdirSync(folder, { recursive: true });
  // Without a manifest of its own, npm would install into the project above.
  writeFileSync(join(folder, "package.json"), `{ "private": true }\n`);
  try {
    say(`VS Code ${version}: fetching code-server ${codeServer} from the npm registry`);
    // Its scripts compile native modules that nothing here needs and that fail on another Node.
    await runNpm(["install", "--ignore-scripts", `code-server@${codeServer}`], folder, log);
    const vscode = join(folder, "node_modules", "code-server", "lib", "vscode");
    say(`VS Code ${version}: installing what the server needs`);
    await runNpm(["install", "--omit=dev", "--ignore-scripts"], vscode, log);
    say(`VS Code ${version}: installing what the built-in extensions need`);
    await runNpm(["install", "--omit=dev", "--ignore-scripts"], join(vscode, "extensions"), log);
    writeLoggerStandIn(join(vscode, "node_modules"));
    if (!runsOn(node)) {
      say(`VS Code ${version}: fetching Node ${node}, which it wants`);
      await runNpm(["install", `node@${node}`], folder, log);
    }
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-60).join("\n") : "";
    throw new Error(`VS Code ${version} could not be installed.\n${tail}\nThe whole log: ${log}`, {
      cause: error,
    });
  }
};

const runsOn = (node: number): boolean => Number(process.versions.node.split(".")[0]) === node;

const nodeIn = (folder: string): string =>
  join(folder, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** Installs that VS Code into the cache folder unless it is there. Safe to be called by several processes at once. */
export const installVscode = async (
  version: VscodeVersion,
  say: (line: string) => void = console.log,
): Promise<InstalledVscode> => {
  const { codeServer, node } = releases[version];
  const folder = join(cacheFolder, `code-server-${codeServer}`);
  const marker = join(folder, "installed.json");
  // The running Node may be another one than at the time of the install.
  const complete = (): boolean => existsSync(marker) && (runsOn(node) || existsSync(nodeIn(folder)));
  if (!complete()) {
    mkdirSync(cacheFolder, { recursive: true });
    await withLock(`${folder}.lock`, async () => {
      if (complete()) return;
      try {
        await installInto(folder, version, say);
      } catch (error) {
        say(`VS Code ${version}: failed (${String((error as Error).cause)}); once more`);
        await installInto(folder, version, say);
      }
      writeFileSync(marker, `${JSON.stringify({ codeServer, version })}\n`);
    });
  }
  return {
    version,
    node: existsSync(nodeIn(folder)) ? nodeIn(folder) : process.execPath,
    serverMain: join(folder, "node_modules", "code-server", "lib", "vscode", "out", "server-main.js"),
  };
};
