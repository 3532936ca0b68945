import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { cleanups } from "./cleanups.ts";

interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Output goes to this file as well. */
  readonly logFile?: string;
  /** Milliseconds; afterwards the process is ended and counts as failed. */
  readonly timeout?: number;
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly timedOut: boolean;
}

export interface Child {
  readonly ended: Promise<Ended>;
  readonly output: () => string;
  /** Ends the process and all that it started; resolves when they are gone. */
  dispose(): Promise<void>;
}

/**
 * Runs between us and the child, as the leader of a process group of its own, and ends that whole group when its
 * standard input closes. So nothing outlives us, not even when we are killed with SIGKILL; nested tools end in turn.
 */
const guard = `
const { spawn, spawnSync } = require("node:child_process");
const [command, ...args] = process.argv.slice(1);
const windows = process.platform === "win32";
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], shell: windows && command.endsWith(".cmd") });
child.on("error", (error) => { console.error(String(error)); process.exit(127); });
child.on("exit", (code) => process.exit(code ?? 1));
process.stdin.on("close", () => {
  if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"]);
  else process.kill(-process.pid, "SIGKILL");
}).resume();
`;

export const startChild = (command: string, args: readonly string[], options: ChildOptions = {}): Child => {
  const child = spawn(process.execPath, ["-e", guard, command, ...args], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let output = "";
  let timedOut = false;
  const log = options.logFile === undefined ? undefined : createWriteStream(options.logFile, { flags: "a" });
  const take = (text: string): void => {
    output += text;
    log?.write(text);
    options.onOutput?.(text);
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);

  const end = (): void => {
    child.stdin.destroy();
  };
  const forget = cleanups.add(end);
  const timer =
    options.timeout === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          end();
        }, options.timeout);

  const ended = new Promise<Ended>((resolve) => {
    const finish = (code: number | null): void => {
      clearTimeout(timer);
      forget();
      log?.end();
      resolve({ code, output, timedOut });
    };
    child.once("error", (error) => {
      take(String(error));
      finish(null);
    });
    child.once("close", finish);
  });
  const dispose = async (): Promise<void> => {
    end();
    await ended;
  };
  return { ended, output: () => output, dispose };
};
