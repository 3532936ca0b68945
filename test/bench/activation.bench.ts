// Activation in a real VS Code: ours and an extension that does nothing, started alternately, each in a fresh window, in
// Node and in the worker of VS Code for the Web. The time of `activate()` from its call to its end, with loading the code,
// as another extension in the host sees it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ActivationStart,
  compareActivation,
  makeMeasuredExtensions,
  type MeasuredExtension,
  measuringScript,
} from "../support/bench/activationStart.ts";
import { isWanted } from "../support/bench/measure.ts";
import { poll } from "../support/run/poll.ts";
import { ensureBrowser, launchBrowser } from "../support/vscode/browser.ts";
import { installVscode, type VscodeVersion, vscodeVersions } from "../support/vscode/install.ts";
import { quietSettings, startServer } from "../support/vscode/server.ts";
import { startWebWorkbench } from "../support/web/webWorkbench.ts";

/** Per version and extension. `STARTS=3 npm run bench -- activation` is quicker. */
const starts = Number(process.env["STARTS"] ?? 10);

const extensions = makeMeasuredExtensions();
const { folder } = extensions;
writeFileSync(
  join(folder, "measure.js"),
  measuringScript(
    "process.env.FORGESIDE_BENCH_EXTENSION",
    'text => require("node:fs").writeFileSync(process.env.FORGESIDE_BENCH_RESULT, text)',
  ),
);

const browser = await launchBrowser(await ensureBrowser());

const startInNode = async (
  version: VscodeVersion,
  { folder: path, id }: MeasuredExtension,
): Promise<ActivationStart> => {
  const resultFile = join(folder, "result.json");
  rmSync(resultFile, { force: true });
  const data = join(folder, "data");
  rmSync(data, { recursive: true, force: true });
  const server = await startServer({
    vscode: await installVscode(version),
    serverDataDir: data,
    settings: quietSettings,
    smokeTestDriver: true,
    env: { FORGESIDE_BENCH_EXTENSION: id, FORGESIDE_BENCH_RESULT: resultFile },
  });
  const page = await browser.newPage();
  try {
    const payload = [
      ["extensionDevelopmentPath", server.remoteUri(path)],
      ["extensionTestsPath", server.remoteUri(join(folder, "measure.js"))],
    ] as const;
    await page.goto(server.url(undefined, payload));
    const read = (): ActivationStart | undefined => {
      try {
        return JSON.parse(readFileSync(resultFile, "utf8")) as ActivationStart;
      } catch {
        return undefined;
      }
    };
    await poll(() => read() !== undefined, { timeout: 60_000, interval: 100, what: "the result of a start" });
    return read() as ActivationStart;
  } finally {
    await page.close();
    await server.dispose();
  }
};

/** Before what the script says in the console. */
const prefix = "forgeside-bench ";

const startInBrowser = async (
  version: VscodeVersion,
  { folder: ext, id }: MeasuredExtension,
): Promise<ActivationStart> => {
  const workbench = await startWebWorkbench({
    vscode: await installVscode(version),
    folders: { ext },
    tests: "measure.js",
    settings: quietSettings,
    texts: {
      "/ext/measure.js": measuringScript(
        JSON.stringify(id),
        `text => console.log(${JSON.stringify(prefix)} + text)`,
      ),
    },
  });
  // A browser of its own, as its cache and that of compiled code are.
  const fresh = await browser.newContext();
  try {
    const page = await fresh.newPage();
    let result: ActivationStart | undefined;
    const said: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      const at = text.indexOf(prefix);
      if (at >= 0) result = JSON.parse(text.slice(at + prefix.length)) as ActivationStart;
      else said.push(text);
    });
    await page.exposeFunction("codeAutomationLog", (type: string, args: readonly unknown[]) => {
      said.push(`${type}: ${args.map(String).join(" ")}`);
    });
    await page.exposeFunction("codeAutomationExit", (code: number) => {
      said.push(`It ended with ${code}.`);
    });
    await page.goto(workbench.url);
    await poll(() => result !== undefined, {
      timeout: 60_000,
      interval: 100,
      what: "the result of a start",
    }).catch((error: unknown) => {
      throw new Error(said.slice(-20).join("\n"), { cause: error });
    });
    return result as ActivationStart;
  } finally {
    await fresh.close();
    await workbench.dispose();
  }
};

try {
  for (const version of vscodeVersions) {
    const inNode = (extension: MeasuredExtension) => startInNode(version, extension);
    if (isWanted("node")) await compareActivation(`VS Code ${version}`, extensions, starts, inNode);
    const inBrowser = (extension: MeasuredExtension) => startInBrowser(version, extension);
    if (isWanted("web")) await compareActivation(`VS Code for the Web ${version}`, extensions, starts, inBrowser);
  }
} finally {
  await browser.close();
}
