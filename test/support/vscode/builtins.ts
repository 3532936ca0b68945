import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { outFolder } from "../run/projectPaths.ts";
import type { InstalledVscode } from "./install.ts";

/** What checks TypeScript is started with each file of it, takes most of a core, and says nothing of Forgeside. */
const unused = "typescript-language-features";

/**
 * Makes `folder` one of VS Code's own extensions, on request with the stand-in of the tests for its GitHub sign-in, which
 * needs the network. Answers the folder.
 */
export const linkBuiltins = ({ serverMain }: InstalledVscode, folder: string, hasStandIn: boolean): string => {
  const own = join(dirname(serverMain), "..", "extensions");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(own))
    if (name !== unused && !(hasStandIn && name === "github-authentication"))
      symlinkSync(join(own, name), join(folder, name));
  if (hasStandIn) symlinkSync(join(outFolder, "test", "authProvider"), join(folder, "test-auth"), "junction");
  return folder;
};
