import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { outFolder } from "../run/projectPaths.ts";

/** Bytes that the memory of a process of its own (RSS) grows by when it lists 10,000 gists and holds them. */
export const memoryOf = async (who: "ours" | "theirs", url: string): Promise<number> => {
  const child = fork(join(outFolder, "tools", "benchMemory.mjs"), [who, url], { execArgv: ["--expose-gc"] });
  const [bytes] = (await once(child, "message")) as [number];
  child.kill();
  return bytes;
};
