// Builds everything: dist/ (what ships in the vsix) and out/ (the stand-alone client, the tools and the tests).
//   node esbuild.mjs [--production] [--tests] [--tools] [--watch]
import { build, context } from "esbuild";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** The largest bytes that a shipped bundle may have; the build fails above it. */
const budgets = {
  "dist/extension.js": 660_000,
  "dist/sandbox.js": 400_000,
  "dist/guard.js": 120_000,
  "dist/search.js": 30_000,
  "dist/archive.js": 110_000,
  "dist/receiver.js": 10_000,
  "dist/keys.js": 60_000,
  "dist/insights.js": 220_000,
  "dist/timeline.js": 10_000,
  "dist/operations.js": 30_000,
  "dist/activity.js": 20_000,
  "dist/glob.js": 30_000,
  "dist/written.js": 10_000,
  "dist/fetch.js": 40_000,
};

/** As the bundles need it: what its package names first cannot be bundled. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

const shared = {
  bundle: true,
  target: "es2022",
  sourcemap: true,
  logLevel: "warning",
  logOverride: { "import-is-undefined": "error" },
  legalComments: "none",
};

/** Sources that load on first use, each as a bundle of its own beside the main one. */
const onDemandBundles = [
  [/\/sandbox\/embedded\.ts$/, "./sandbox.js"],
  [/\/scanner\.ts$/, "./guard.js"],
  [/\/searchEngine\.ts$/, "./search.js"],
  [/\/archiver\.ts$/, "./archive.js"],
  [/\/receiver\.ts$/, "./receiver.js"],
  [/\/keyFile\.ts$/, "./keys.js"],
  [/\/operationReference\.ts$/, "./operations.js"],
  [/\/telling\.ts$/, "./activity.js"],
  [/\/globMatcher\.ts$/, "./glob.js"],
  [/\/findWritten\.ts$/, "./written.js"],
  [/\/nodeFetch\.ts$/, "./fetch.js"],
];

const onDemand = {
  name: "on-demand",
  setup(build) {
    for (const [filter, path] of onDemandBundles) build.onResolve({ filter }, () => ({ path, external: true }));
  },
};

/** Of node-fetch, leaves out forms, which no service sends or gets, and a Blob for Node.js versions without one. */
const withoutForms = {
  name: "without-forms",
  setup(build) {
    const names = "formDataToBlob, toFormData, File, fileFrom, fileFromSync, blobFrom, blobFromSync";
    build.onResolve({ filter: /\/multipart-parser\.js$|^fetch-blob|^formdata-polyfill/ }, () => ({
      path: "forms",
      namespace: "left-out",
    }));
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
      contents: `let ${names}; export { ${names} }; export const { Blob, FormData } = globalThis; export default Blob;`,
    }));
  },
};

/**
 * Of secretlint's preset, leaves out what reads the disk: a check of Google's .p12 files, with the library for it, and
 * the paths in messages that nobody sees.
 */
const textOnly = {
  name: "text-only",
  setup(build) {
    const isPreset = /secretlint-rule-preset-recommend/;
    build.onResolve({ filter: /^node:|^\.\/index-\w+\.js$/ }, ({ path, importer, kind }) =>
      isPreset.test(importer) && (kind === "dynamic-import" || path.startsWith("node:"))
        ? { path, namespace: "left-out" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export default {};" }));
  },
};

/** Runs in a web extension host too. */
const neutral = {
  ...shared,
  outdir: "dist",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["import", "default"],
  format: "cjs",
  supported: { "dynamic-import": false },
  minify: production,
  metafile: true,
};

/** The pages of webviews. */
const pages = {
  ...shared,
  entryPoints: [
    { in: "src/repos/insights/page/main.ts", out: "insights" },
    { in: "src/repos/insights/page/insights.css", out: "insights" },
    { in: "src/deployments/timeline/page/main.ts", out: "timeline" },
    { in: "src/deployments/timeline/page/timeline.css", out: "timeline" },
  ],
  outdir: "dist",
  platform: "browser",
  format: "iife",
  minify: production,
  metafile: true,
};

const extension = [
  {
    ...shared,
    entryPoints: { extension: "src/extension.ts" },
    outdir: "dist",
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    alias,
    // As require: the bundles are CommonJS, and a web extension host has no import().
    supported: { "dynamic-import": false },
    minify: production,
    metafile: true,
    plugins: [onDemand, withoutForms],
  },
  { ...neutral, entryPoints: { sandbox: "src/sandbox/embedded.ts" } },
  { ...neutral, entryPoints: { guard: "src/guard/scanner.ts" }, plugins: [textOnly] },
  { ...neutral, entryPoints: { search: "src/gists/search/searchEngine.ts" } },
  { ...neutral, entryPoints: { glob: "src/gists/share/globMatcher.ts" } },
  { ...neutral, entryPoints: { written: "src/client/findWritten.ts" } },
  { ...neutral, entryPoints: { operations: "src/operations/reference/operationReference.ts" } },
  {
    ...shared,
    entryPoints: {
      archive: "src/repos/downloads/archiver.ts",
      receiver: "src/hooks/listen/receiver.ts",
      keys: "src/keys/keyFile.ts",
      fetch: "src/client/nodeFetch.ts",
    },
    // node-fetch asks for the polyfill only where Node has no streams of its own: every supported VS Code has.
    external: ["web-streams-polyfill/*"],
    supported: { "dynamic-import": false },
    outdir: "dist",
    platform: "node",
    format: "cjs",
    minify: production,
    metafile: true,
  },
  pages,
  {
    ...shared,
    entryPoints: { activity: "src/activity/telling.ts" },
    outdir: "dist",
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    minify: production,
    metafile: true,
  },
];

const client = {
  ...shared,
  entryPoints: { client: "src/client/standalone.ts" },
  outdir: "out",
  outExtension: { ".js": ".mjs" },
  platform: "node",
  format: "esm",
};

/** All files below `folder` whose name ends in `ending`. */
const filesIn = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((file) => file.endsWith(ending))
        .map((file) => join(folder, file))
    : [];

const nodeEsm = {
  ...shared,
  platform: "node",
  format: "esm",
  packages: "external",
  outExtension: { ".js": ".mjs" },
};

const tools = () => ({
  ...nodeEsm,
  entryPoints: Object.fromEntries(
    filesIn("test/support/tools", ".ts").map((file) => [basename(file, ".ts"), file]),
  ),
  outdir: "out/tools",
});

const nodeTests = () => ({
  ...nodeEsm,
  entryPoints: [
    ...filesIn("test/unit", ".test.ts"),
    ...filesIn("test/contract", ".test.ts"),
    ...filesIn("test/faults", ".test.ts"),
    ...filesIn("test/bench", ".bench.ts"),
  ],
  outbase: "test",
  outdir: "out/test",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
});

/** `virtual:host-tests` imports every host test; its importer does so when mocha's globals exist. */
const hostTestList = {
  name: "host-test-list",
  setup(build) {
    build.onResolve({ filter: /^virtual:host-tests$/ }, ({ path }) => ({ path, namespace: "host-tests" }));
    build.onLoad({ filter: /.*/, namespace: "host-tests" }, () => ({
      contents: filesIn("test/host", ".test.ts")
        .map((file) => `import ${JSON.stringify(`./${file.replaceAll("\\", "/")}`)};`)
        .join("\n"),
      resolveDir: process.cwd(),
    }));
  },
};

const hostTests = () => ({
  ...shared,
  entryPoints: { index: "test/host/index.ts" },
  outdir: "out/test/host",
  platform: "node",
  format: "cjs",
  external: ["vscode", "mocha"],
  alias,
  plugins: [hostTestList],
});

const e2eTests = () => ({
  ...nodeEsm,
  entryPoints: filesIn("test/e2e", ".test.ts"),
  outbase: "test",
  outdir: "out/test",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
});

const checkBudgets = (results) => {
  for (const result of results) {
    for (const [file, { bytes }] of Object.entries(result.metafile?.outputs ?? {})) {
      const budget = budgets[file];
      if (production && budget !== undefined && bytes > budget) {
        throw new Error(`${file} has ${bytes} bytes; its budget is ${budget}.`);
      }
    }
  }
};

/** A bundle of no entries would be an error; a folder without tests is none. */
const hasEntries = (options) => Object.keys(options.entryPoints).length > 0;

if (flags.has("--watch")) {
  for (const options of extension) await (await context(options)).watch();
} else {
  if (production || flags.has("--tests")) {
    rmSync("dist", { recursive: true, force: true });
    rmSync("out/test", { recursive: true, force: true });
  }
  const wanted =
    flags.has("--tools") && !production && !flags.has("--tests") ? [tools()] : [...extension, client, tools()];
  if (flags.has("--tests")) wanted.push(nodeTests(), hostTests(), e2eTests());
  const results = await Promise.all(wanted.filter(hasEntries).map((options) => build(options)));
  checkBudgets(results);
  mkdirSync("out", { recursive: true });
  const outputs = Object.assign({}, ...results.map((result) => result.metafile?.outputs ?? {}));
  const sizes = Object.entries(outputs).filter(([file]) => file.endsWith(".js"));
  writeFileSync(
    "out/sizes.json",
    JSON.stringify(Object.fromEntries(sizes.map(([file, { bytes }]) => [file, bytes]))),
  );
}
