import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { startChild } from "../run/childProcess.ts";
import { cacheFolder, projectRoot } from "../run/projectPaths.ts";

const browserArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // VS Code makes a stack trace as it starts, for which V8 otherwise parses all of its code again: a second for each page.
  "--js-flags=--no-enable-lazy-source-positions",
];

/** The shell first: it draws no browser around the page, which saves a tenth of the processor time. */
const onPath = [
  "chromium-headless-shell",
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge",
];

const usualPlaces = (): readonly string[] => {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === "win32") {
    const roots = [process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]];
    const files = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
    return roots.flatMap((root) => (root === undefined ? [] : files.map((file) => join(root, file))));
  }
  return ["/opt/google/chrome/chrome", "/snap/bin/chromium"];
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findInstalled = (): string | undefined => {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [...onPath.flatMap((name) => folders.map((folder) => join(folder, name))), ...usualPlaces()];
  return candidates.find(isExecutable);
};

const browsersFolder = join(cacheFolder, "browsers");

/** Where playwright-core put (or would put) its own Chromium. */
const findDownloaded = async (): Promise<string | undefined> => {
  const script = `console.log(require("playwright-core").chromium.executablePath())`;
  const child = startChild(process.execPath, ["-e", script], {
    cwd: projectRoot,
    env: { PLAYWRIGHT_BROWSERS_PATH: browsersFolder },
  });
  const file = (await child.ended).output.trim();
  return existsSync(file) ? file : undefined;
};

const downloadWithPlaywright = async (): Promise<string> => {
  const cli = join(projectRoot, "node_modules", "playwright-core", "cli.js");
  const child = startChild(process.execPath, [cli, "install", "--no-shell", "chromium"], {
    env: { PLAYWRIGHT_BROWSERS_PATH: browsersFolder, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
    timeout: 5 * 60_000,
  });
  return (await child.ended).output;
};

const installWithApt = async (): Promise<string> => {
  const install = "apt-get install -y -qq --no-install-recommends";
  const command = `apt-get update -qq && (${install} chromium-headless-shell || ${install} chromium)`;
  const child = startChild("sh", ["-c", command], {
    env: { DEBIAN_FRONTEND: "noninteractive" },
    timeout: 10 * 60_000,
  });
  return (await child.ended).output;
};

const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

let pending: Promise<string> | undefined;

const locate = async (say: (line: string) => void): Promise<string> => {
  const wanted = process.env["CHROME_PATH"];
  if (wanted !== undefined && wanted !== "") {
    if (isExecutable(wanted)) return wanted;
    throw new Error(`CHROME_PATH names ${wanted}, which cannot be run.`);
  }
  const found = findInstalled() ?? (await findDownloaded());
  if (found !== undefined) return found;

  const attempts: string[] = [];
  say("Browser: none found; downloading Chromium with playwright-core");
  attempts.push(await downloadWithPlaywright());
  let installed = await findDownloaded();
  if (installed === undefined && canUseApt()) {
    say("Browser: that did not work; installing Debian's Chromium with apt-get");
    attempts.push(await installWithApt());
    installed = findInstalled();
  }
  if (installed !== undefined) return installed;
  const tails = attempts.map((text) => text.trim().split("\n").slice(-8).join("\n")).join("\n\n");
  throw new Error(
    `No Chrome, Chromium or Edge was found, and none could be installed.\n${tails}\n` +
      "Install one of them, or name its executable in the environment variable CHROME_PATH.",
  );
};

/** The executable of an installed browser; installs one if there is none. */
export const ensureBrowser = (say: (line: string) => void = console.log): Promise<string> =>
  (pending ??= locate(say));

type Send = (session: string, method: string, params?: object) => number;

/** Playwright's own objects, as far as this needs them. */
interface Internals {
  readonly _connection?: {
    readonly toImpl?: (browser: Browser) => { readonly _connection?: { _rawSend?: Send } };
  };
}

/**
 * Playwright follows every request of a page, and all that VS Code's page and server say to each other, which takes a
 * tenth of the processor time; it has no option for this. Where it has other internals by now, it does so as before.
 */
const ignoreRequests = (browser: Browser): void => {
  const connection = (browser as unknown as Internals)._connection?.toImpl?.(browser)._connection;
  const send = connection?._rawSend?.bind(connection);
  if (connection && send)
    connection._rawSend = (session, method, params) =>
      send(session, method === "Network.enable" ? "Network.disable" : method, params);
};

interface BrowserOptions {
  /** False where no test listens to requests, nor holds them back with `route`. */
  readonly seesRequests?: boolean;
  /** On top of those that all have. */
  readonly args?: readonly string[];
}

export const launchBrowser = async (
  executablePath: string,
  { seesRequests = true, args = [] }: BrowserOptions = {},
): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath, args: [...browserArgs, ...args] });
  if (!seesRequests) ignoreRequests(browser);
  return browser;
};
