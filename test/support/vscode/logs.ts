import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The log files of a server, those of the extension host and its output channels included. */
export const logFiles = (serverDataDir: string): readonly string[] => {
  const folder = join(serverDataDir, "data", "logs");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => file.endsWith(".log") && statSync(file).size > 0);
};

/** Said about VS Code's own extensions; it would bury what matters. */
const noise = "scoped configuration";

/** The last lines of the extension host's log and of Forgeside's own, for showing what went wrong. */
export const extensionHostLogTail = (serverDataDir: string, lines = 30): string =>
  logFiles(serverDataDir)
    .filter((file) => /remoteexthost\.log$|exthost.*forgeside/i.test(file))
    .map((file) => {
      const said = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .filter((line) => !line.includes(noise));
      return `--- ${file}\n${said.slice(-lines).join("\n")}`;
    })
    .join("\n");
