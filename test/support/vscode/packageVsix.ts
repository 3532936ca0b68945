import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PackageManager, createVSIX, listFiles } from "@vscode/vsce";
import { projectRoot, readManifest } from "../run/projectPaths.ts";
import { packedReadme, targetsWithoutHttps } from "./packedReadme.ts";

export interface PackagedVsix {
  readonly path: string;
  readonly bytes: number;
  /** Relative to the project, sorted; chunks without the hash in their names. */
  readonly files: readonly string[];
  /** Lines that start with + (packed but not expected, too large, a warning of vsce, or a relative target in the README) or - (expected but not packed). */
  readonly differences: readonly string[];
}

/** Bytes of the whole package, above which it is not what it should be. */
const largestVsix = 1_007_000;

const listFile = join(projectRoot, "test", "support", "vsixFiles.txt");

const expectedFiles = (): readonly string[] =>
  existsSync(listFile)
    ? readFileSync(listFile, "utf8")
        .split(/\r?\n/)
        .filter((line) => line !== "")
    : [];

/** A chunk is named after a module and its content, such as `dist/gists-5QX3WPVB.js`; the list has `dist/*-*.js`. */
const withoutHash = (file: string): string => file.replace(/^dist\/[\w-]+-[A-Z0-9]{8}\.js$/, "dist/*-*.js");

/** What vsce warns of on the console. */
const warningsOf = async (act: () => Promise<void>): Promise<readonly string[]> => {
  const { warn } = console;
  // There, vsce writes what it warns of to the standard output.
  const { GITHUB_ACTIONS: inActions } = process.env;
  delete process.env["GITHUB_ACTIONS"];
  const warnings: string[] = [];
  console.warn = (...parts: readonly unknown[]) => {
    warnings.push(parts.map(String).join(" "));
  };
  try {
    await act();
  } finally {
    console.warn = warn;
    if (inActions !== undefined) process.env["GITHUB_ACTIONS"] = inActions;
  }
  return warnings;
};

/** Makes forgeside-<version>.vsix of what is built, and compares its files with the expected list. */
export const packageVsix = async (options: { readonly update?: boolean } = {}): Promise<PackagedVsix> => {
  const { name, version } = readManifest();
  const path = join(projectRoot, `${name}-${version}.vsix`);
  for (const bundle of ["extension.js", "insights.js", "timeline.js"]) {
    if (!existsSync(join(projectRoot, "dist", bundle)))
      throw new Error(`dist/${bundle} is missing: run npm run build.`);
  }
  rmSync(path, { force: true });
  const found = await listFiles({ cwd: projectRoot, packageManager: PackageManager.None });
  const files = [...new Set(found.map((file) => withoutHash(file.replaceAll("\\", "/"))))].toSorted();
  if (options.update === true) writeFileSync(listFile, `${files.join("\n")}\n`);
  const expected = expectedFiles();
  // Pages and pictures of the docs are not in it: the README and the change log lead to them in the repository.
  const warnings = await warningsOf(() =>
    createVSIX({ cwd: projectRoot, packagePath: path, dependencies: false }),
  );
  const bytes = statSync(path).size;
  return {
    path,
    bytes,
    files,
    differences: [
      ...warnings.map((text) => `+ ${text}`),
      ...targetsWithoutHttps(await packedReadme(path)).map((target) => `+ in the README: ${target}`),
      ...(bytes > largestVsix ? [`+ ${bytes - largestVsix} bytes above the budget of ${largestVsix}`] : []),
      ...expected.filter((file) => !files.includes(file)).map((file) => `- ${file}`),
      ...files.filter((file) => !expected.includes(file)).map((file) => `+ ${file}`),
    ],
  };
};
