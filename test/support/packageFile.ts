import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface PackageFile {
  readonly name: string;
  readonly version: string;
  /** Path inside the package. */
  readonly member: string;
  /** Of the cache; the version is added. */
  readonly folder: string;
}

/** Fetches one file of a published package once, and gives its path. */
export const fetchPackageFile = async ({ name, version, member, folder }: PackageFile): Promise<string> => {
  const cache = resolve(".vscode-test", `${folder}-${version}`);
  const file = join(cache, basename(member));
  if (existsSync(file)) return file;
  await mkdir(resolve(".vscode-test"), { recursive: true });
  const work = await mkdtemp(`${cache}-`);
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await run(npm, ["pack", "--silent", `${name}@${version}`], { cwd: work, shell: process.platform === "win32" });
    const archive = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    await run("tar", ["-xzf", archive, `package/${member}`], { cwd: work });
    await mkdir(cache, { recursive: true });
    await rename(join(work, "package", member), file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return file;
};
