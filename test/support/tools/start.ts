// npm start [-- --port 3000] [-- --version 1.100.3]
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder } from "../run/projectPaths.ts";
import { writeDemoWorkspace } from "../vscode/demoWorkspace.ts";
import { installVscode, newestVscode, parseVscodeVersion } from "../vscode/install.ts";
import { packageVsix } from "../vscode/packageVsix.ts";
import { type Settings, quietSettings, startServer, userSettingsFile } from "../vscode/server.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "3000" }, version: { type: "string", default: newestVscode } },
});

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

const freePortFrom = async (first: number): Promise<number> => {
  if (!Number.isInteger(first) || first < 1 || first > 65_535) throw new Error(`${values.port} is not a port.`);
  for (let port = first; port < first + 100 && port <= 65_535; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} on is free.`);
};

/** What the user has set in an earlier run goes before ours; settings that we cannot read stay as they are. */
const settingsFor = (serverDataDir: string): Settings | undefined => {
  const file = userSettingsFile(serverDataDir);
  const ours = { ...quietSettings, "forgeside.sandbox.signInAtStart": true };
  if (!existsSync(file)) return ours;
  try {
    return { ...ours, ...(JSON.parse(readFileSync(file, "utf8")) as Settings) };
  } catch {
    return undefined;
  }
};

const port = await freePortFrom(Number(values.port));
const vscode = await installVscode(parseVscodeVersion(values.version));
const vsix = await packageVsix();
const folder = join(cacheFolder, "start");
const workspace = join(folder, "workspace");
const serverDataDir = join(folder, `vscode-${vscode.version}`);
writeDemoWorkspace(workspace);
console.log(`Starting VS Code ${vscode.version} with ${vsix.path}`);
const settings = settingsFor(serverDataDir);
const server = await startServer({
  vscode,
  serverDataDir,
  extensionVsix: vsix.path,
  port,
  ...(settings === undefined ? {} : { settings }),
});

console.log(`
Open this address in a browser:

${server.url(workspace)}

Select some code, press F1 and choose "Forgeside: Share Selection as Gist". Ctrl+C stops.`);

const output = await server.ended;
console.error(`VS Code's server ended.\n${output.split("\n").slice(-20).join("\n")}`);
process.exit(1);
