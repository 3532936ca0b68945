import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { outFolder } from "../run/projectPaths.ts";
import type { InstalledVscode } from "./install.ts";

/**
 * Makes `folder` one of VS Code's own extensions, with the stand-in of the tests for its GitHub sign-in, which needs the
 * network. Answers the folder.
 */
export const linkBuiltins = ({ serverMain }: InstalledVscode, folder: string): string => {
  const own = join(dirname(serverMain), "..", "extensions");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(own))
    if (name !== "github-authentication") symlinkSync(join(own, name), join(folder, name));
  symlinkSync(join(outFolder, "test", "authProvider"), join(folder, "test-auth"), "junction");
  return folder;
};
