import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { outFolder } from "./projectPaths.ts";

/** The built file of a test: `file` is its path below test/<kind> without `.test.ts`. */
export const builtFile = (kind: string, file: string): string => join(outFolder, "test", kind, `${file}.test.mjs`);

/** The built files below out/test/<kind> whose name ends in `ending`, sorted. */
export const builtFiles = (kind: string, ending: string): readonly string[] => {
  const folder = join(outFolder, "test", kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => file.endsWith(ending))
    .toSorted();
};
