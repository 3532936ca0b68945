import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { outFolder } from "../run/projectPaths.ts";
import type { InstalledVscode } from "./install.ts";

/**
 * VS Code's own extensions that no test needs, as each start scans and runs them: the checker of TypeScript takes most of
 * a core while a file of it is open. The chat is disabled by a setting, for which VS Code 1.139 restarts the extension
 * host during its start: a command that was run before is lost.
 */
const unused = new Set([
  "copilot",
  "css-language-features",
  "debug-auto-launch",
  "debug-server-ready",
  "emmet",
  "extension-editing",
  "github",
  "grunt",
  "gulp",
  "html-language-features",
  "jake",
  "markdown-math",
  "mermaid-markdown-features",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "ms-vscode.vscode-js-profile-table",
  "npm",
  "php-language-features",
  "references-view",
  "terminal-suggest",
  "tunnel-forwarding",
  "typescript-language-features",
]);

/**
 * Makes `folder` one of VS Code's own extensions, on request with the stand-in of the tests for its GitHub sign-in, which
 * needs the network. Answers the folder.
 */
export const linkBuiltins = ({ serverMain }: InstalledVscode, folder: string, hasStandIn: boolean): string => {
  const own = join(dirname(serverMain), "..", "extensions");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(own))
    if (!unused.has(name) && !(hasStandIn && name === "github-authentication"))
      symlinkSync(join(own, name), join(folder, name));
  if (hasStandIn) symlinkSync(join(outFolder, "test", "authProvider"), join(folder, "test-auth"), "junction");
  return folder;
};
