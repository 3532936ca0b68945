import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundles live at several depths below out/, so the root is looked for, not counted. */
const findRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package-lock.json")) || !existsSync(join(folder, "esbuild.mjs"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The project's root (the folder with esbuild.mjs) was not found.");
    folder = parent;
  }
  return folder;
};

export const projectRoot = findRoot();

/** Everything downloaded or temporary is here; git ignores it. */
export const cacheFolder = join(projectRoot, ".vscode-test");

export const outFolder = join(projectRoot, "out");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
}

export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as Manifest;
