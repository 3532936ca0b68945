import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { outFolder } from "../run/projectPaths.ts";

export interface BenchServer {
  readonly url: string;
  close(): void;
}

export const gistId = (index: number): string => index.toString(16).padStart(32, "0");

/** The server of test/support/tools/benchServer.ts in a process of its own. */
export const startServer = async (): Promise<BenchServer> => {
  const child = fork(join(outFolder, "tools", "benchServer.mjs"));
  const [url] = (await once(child, "message")) as [string];
  return { url, close: () => void child.kill() };
};
