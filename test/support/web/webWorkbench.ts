import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, resolve, sep } from "node:path";
import type { InstalledVscode } from "../vscode/install.ts";
import type { Settings } from "../vscode/server.ts";
import { Relay } from "./relay.ts";

export interface WebWorkbenchOptions {
  readonly vscode: InstalledVscode;
  /** The folders that pages may read, by the first part of the path. `ext` is the extension under test. */
  readonly folders: Readonly<Record<string, string>> & { readonly ext: string };
  /** Folders of further extensions, by their names in `folders`. */
  readonly others?: readonly string[];
  /** Below `ext`: the tests that run in the extension's worker. */
  readonly tests?: string;
  readonly settings?: Settings;
  /** Texts by their paths. */
  readonly texts?: Readonly<Record<string, string>>;
}

export interface WebWorkbench {
  readonly url: string;
  dispose(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** code-server makes every window a remote one, and keeps the user's data on the server: this one has neither. */
const edits: readonly (readonly [RegExp, string])[] = [
  [/(\{\.\.\.JSON\.parse\(\w+\)),remoteAuthority:(?:\w+\.)*location\.host\}/, "$1}"],
  [/(\w+\.file\(this\.userDataPath\)\.with\(\{scheme:)\w+\.vscodeRemote(\}\),"User"\))/, '$1"vscode-userdata"$2'],
];

const edited = (file: string): string => {
  let text = readFileSync(file, "utf8");
  for (const [from, to] of edits) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`${from} was not found in ${file}.`);
    text = next;
  }
  return text;
};

const attribute = (value: unknown): string =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const out = "/static/out";

const pageOf = (origin: string, product: object, options: WebWorkbenchOptions): string => {
  const { host } = new URL(origin);
  const at = (path: string) => ({ scheme: "http", authority: host, path });
  const { others = [], tests, settings = {} } = options;
  const isTested = tests !== undefined;
  const builtins = [...(isTested ? [] : ["ext"]), ...others].map((name) => at(`/${name}`));
  const config = {
    productConfiguration: {
      ...product,
      nameShort: "Code",
      nameLong: "Code",
      enableTelemetry: false,
      embedderIdentifier: "test",
      // Without VS Code's question, which is not shown while an extension is under test.
      trustedExtensionAuthAccess: {
        github: ["forgeside.forgeside"],
        "github-enterprise": ["forgeside.forgeside"],
      },
    },
    additionalBuiltinExtensions: builtins,
    ...(isTested && {
      developmentOptions: { extensions: [at("/ext")], extensionTestsPath: at(`/ext/${tests}`) },
    }),
    webviewEndpoint: `${origin}${out}/vs/workbench/contrib/webview/browser/pre`,
    userDataPath: "/",
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    enableWorkspaceTrust: false,
    callbackRoute: "/callback",
    configurationDefaults: settings,
  };
  return `<!DOCTYPE html>
<meta charset="utf-8">
<meta id="vscode-workbench-web-configuration" data-settings="${attribute(config)}">
<meta id="vscode-workbench-web-base-url" data-settings="/static">
<link rel="stylesheet" href="${out}/vs/code/browser/workbench/workbench.css">
<body></body>
<script>globalThis._VSCODE_FILE_ROOT = location.origin + "${out}/"</script>
<script type="module" src="${out}/nls.messages.js"></script>
<script type="module">globalThis._VSCODE_NLS_LANGUAGE = "en"</script>
<script type="module" src="${out}/vs/code/browser/workbench/workbench.js"></script>`;
};

/**
 * Serves VS Code for the Web without any server behind it, as vscode.dev is: all that runs is in the browser. Its files are
 * those of an installed VS Code.
 */
export const startWebWorkbench = async (options: WebWorkbenchOptions): Promise<WebWorkbench> => {
  const root = join(dirname(options.vscode.serverMain), "..");
  const { version, commit, quality } = JSON.parse(readFileSync(join(root, "product.json"), "utf8")) as Readonly<
    Record<string, unknown>
  >;
  const roots: Readonly<Record<string, string>> = { ...options.folders, static: root };
  const relay = new Relay();
  const workbenchScript = join(root, "out", "vs", "code", "browser", "workbench", "workbench.js");
  const script = edited(workbenchScript);
  let origin = "";

  /** Undefined for what is no file below a folder of ours. */
  const fileOf = (path: string): string | undefined => {
    const [, first = "", ...rest] = path.split("/");
    const folder = roots[first];
    if (folder === undefined) return undefined;
    const file = resolve(folder, ...rest);
    const isBelow = file.startsWith(resolve(folder) + sep);
    return isBelow && existsSync(file) && statSync(file).isFile() ? file : undefined;
  };
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const path = decodeURIComponent(new URL(request.url ?? "/", origin).pathname);
      if (await relay.handle(path, request, response)) return;
      if (path === "/") {
        response.setHeader("Content-Type", "text/html");
        response.end(pageOf(origin, { version, commit, quality }, options));
        return;
      }
      const text = options.texts?.[path];
      if (text !== undefined) {
        response.end(text);
        return;
      }
      // The key that seals the secrets in the browser's storage.
      if (path === "/mint-key") {
        response.end(Buffer.alloc(32, 7));
        return;
      }
      const file = fileOf(path);
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
      if (file === undefined) response.writeHead(404).end();
      else response.end(file === workbenchScript ? script : readFileSync(file));
    };
    serve().catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/`,
    dispose: async () => {
      await relay.dispose();
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
};
