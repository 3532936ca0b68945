import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Child, startChild } from "../run/childProcess.ts";
import { projectRoot } from "../run/projectPaths.ts";
import type { InstalledVscode } from "./install.ts";

export type Settings = Readonly<Record<string, unknown>>;

/** Keep VS Code's own panels, tips and look-ups out of the way. */
export const quietSettings: Settings = {
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "git.openRepositoryInParentFolders": "never",
  // Otherwise VS Code's server lists all processes and their open files every two seconds.
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
  // As on the desktop; in a browser VS Code saves by itself.
  "files.autoSave": "off",
  "security.workspace.trust.untrustedFiles": "open",
  "security.workspace.trust.startupPrompt": "never",
};

/** For journeys: nothing moves on its own, which takes a tenth of the processor time where pages are drawn by software. */
export const stillSettings: Settings = {
  ...quietSettings,
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "workbench.reduceMotion": "on",
};

/** For a window that no one looks at: it draws nothing that no test asks for. */
export const unseenSettings: Settings = {
  ...quietSettings,
  "breadcrumbs.enabled": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.guides.indentation": false,
  "editor.links": false,
  "editor.matchBrackets": "never",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.selectionHighlight": false,
  "editor.showFoldingControls": "never",
  "editor.stickyScroll.enabled": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.tree.enableStickyScroll": false,
};

export interface ServerOptions {
  readonly vscode: InstalledVscode;
  /** Keeps the user's settings, the logs and (unless `extensionsDir` is given) the extensions. */
  readonly serverDataDir: string;
  readonly extensionsDir?: string;
  /** Replaces the user's settings; left out, those of an earlier run stay. */
  readonly settings?: Settings;
  /** In place of the folder of VS Code's own extensions. */
  readonly builtinsDir?: string;
  /** Installed before the server starts. */
  readonly extensionVsix?: string;
  /** Needed for the payload of a URL. */
  readonly smokeTestDriver?: boolean;
  /** True opens each new folder in Restricted Mode, as VS Code does by default. */
  readonly workspaceTrust?: boolean;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Handed on to the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface VscodeServer {
  readonly origin: string;
  readonly serverDataDir: string;
  /** Resolves with its output when the server ends, for whatever reason. */
  readonly ended: Promise<string>;
  /** The address that opens `folder`, or a window without one; `payload` are the workbench's start parameters. */
  url(folder: string | undefined, payload?: readonly (readonly [string, string])[]): string;
  /** An absolute path as the workbench names it. */
  remoteUri(path: string): string;
  dispose(): Promise<void>;
}

const startTimeout = 60_000;

export const userSettingsFile = (serverDataDir: string): string =>
  join(serverDataDir, "data", "User", "settings.json");

export const writeUserSettings = (serverDataDir: string, settings: Settings): void => {
  const file = userSettingsFile(serverDataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
};

/** Windows paths get the leading slash that a URI's path has. */
const uriPath = (path: string): string => {
  const slashed = path.replaceAll("\\", "/");
  const absolute = slashed.startsWith("/") ? slashed : `/${slashed}`;
  return absolute.split("/").map(encodeURIComponent).join("/");
};

const locations = (options: Pick<ServerOptions, "serverDataDir" | "extensionsDir">): readonly string[] => [
  "--server-data-dir",
  options.serverDataDir,
  ...(options.extensionsDir === undefined ? [] : ["--extensions-dir", options.extensionsDir]),
];

export const installVsix = async (
  vsix: string,
  options: Pick<ServerOptions, "vscode" | "serverDataDir" | "extensionsDir">,
): Promise<void> => {
  const { node, serverMain } = options.vscode;
  const args = [
    serverMain,
    "--install-extension",
    vsix,
    "--force",
    "--accept-server-license-terms",
    ...locations(options),
  ];
  const { code, output } = await startChild(node, args, { timeout: startTimeout }).ended;
  if (code !== 0 || !output.includes("successfully installed")) {
    throw new Error(`VS Code ${options.vscode.version} did not install ${vsix}.\n${output}`);
  }
};

/** The port that the server chose, once it says so. */
const listening = /Web UI available at \S+?:(\d+)/;

const untilListening = (start: (onOutput: () => void) => Child): Promise<{ child: Child; port: number }> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      void child.dispose();
      reject(new Error(`VS Code's server was not ready after ${startTimeout / 1000} s.\n${child.output()}`));
    }, startTimeout);
    const child = start(() => {
      const port = listening.exec(child.output())?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve({ child, port: Number(port) });
    });
    void child.ended.then(({ output }) => {
      clearTimeout(timer);
      reject(new Error(`VS Code's server ended before it was ready.\n${output}`));
    });
  });

/** Starts a VS Code server on 127.0.0.1 and resolves when it answers. */
export const startServer = async (options: ServerOptions): Promise<VscodeServer> => {
  const { vscode, serverDataDir, settings } = options;
  mkdirSync(serverDataDir, { recursive: true });
  if (settings !== undefined) writeUserSettings(serverDataDir, settings);
  if (options.extensionVsix !== undefined) await installVsix(options.extensionVsix, options);

  const args = [
    vscode.serverMain,
    "--host=127.0.0.1",
    `--port=${options.port ?? 0}`,
    "--without-connection-token",
    "--accept-server-license-terms",
    "--disable-telemetry",
    // Otherwise each extension host starts a login shell, for the variables that it sets.
    "--force-disable-user-env",
    ...locations(options),
    ...(options.builtinsDir === undefined ? [] : ["--builtin-extensions-dir", options.builtinsDir]),
    ...(options.workspaceTrust === true ? [] : ["--disable-workspace-trust"]),
    ...(options.smokeTestDriver === true ? ["--enable-smoke-test-driver"] : []),
  ];
  const { child, port } = await untilListening((onOutput) =>
    startChild(vscode.node, args, {
      cwd: projectRoot,
      onOutput,
      ...(options.env === undefined ? {} : { env: options.env }),
    }),
  );
  const authority = `127.0.0.1:${port}`;
  return {
    origin: `http://${authority}`,
    serverDataDir,
    ended: child.ended.then(({ output }) => output),
    url: (folder, payload) => {
      const query = payload === undefined ? "" : `&payload=${encodeURIComponent(JSON.stringify(payload))}`;
      const opened = folder === undefined ? "ew=true" : `folder=${uriPath(folder)}`;
      return `http://${authority}/?${opened}${query}`;
    },
    remoteUri: (path) => `vscode-remote://${authority}${uriPath(path)}`,
    dispose: () => child.dispose(),
  };
};
