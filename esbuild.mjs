// Builds everything: dist/ (what ships in the vsix) and out/ (the stand-alone client, the tools and the tests).
//   node esbuild.mjs [--production] [--tests] [--tools] [--watch]
import { build, context } from "esbuild";
import { builtinModules } from "node:module";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  bundleStart,
  checkWeb,
  joinModules,
  joinedFiles,
  filesBeforeFeatures,
  webLoader,
  withImports,
} from "./test/support/build/distFiles.mjs";

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/**
 * The largest bytes that may be read at once; the build fails above them. `start` are the files of dist that activation
 * reads, `view` those that the view of gists reads in addition.
 */
const budgets = { start: 18_300, view: 467_000, file: 120_000 };

/** Of files that may be larger, by the beginning of their names: the sandbox with its demo data, and the charts. */
const largerFiles = { "embedded-": 400_000, "insights.": 220_000 };

/** As the bundles need it: what its package names first cannot be bundled. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

const shared = {
  bundle: true,
  target: "es2022",
  charset: "utf8",
  sourcemap: true,
  logLevel: "warning",
  logOverride: { "import-is-undefined": "error" },
  legalComments: "none",
};

/**
 * Of secretlint's preset, leaves out what reads the disk: a check of Google's .p12 files, with the library for it, and
 * the paths in messages that are never shown.
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

/** Of tweetnacl, leaves out Node's random numbers: only a digest of it is used. */
const withoutRandom = {
  name: "without-random",
  setup(build) {
    build.onResolve({ filter: /^crypto$/ }, ({ path, importer }) =>
      /[\\/]tweetnacl[\\/]/.test(importer) ? { path, namespace: "left-out" } : undefined,
    );
  },
};

/** Where the first pass leaves its modules. */
const moduleFolder = "out/modules";

/**
 * The second pass: makes CommonJS of each module, as the hosts of VS Code run it. `import()` becomes the require of a file
 * beside it. Adds the outputs to the metafile of the first pass, under their names in dist.
 */
const toCommonJs = {
  name: "to-common-js",
  setup(first) {
    first.onEnd(async ({ errors, metafile }) => {
      if (errors.length > 0) return;
      const files = Object.keys(metafile.outputs).filter((file) => file.endsWith(".js"));
      const asCommonJs = {
        ...shared,
        platform: "node",
        format: "cjs",
        supported: { "dynamic-import": false },
        minify: production,
      };
      const { metafile: second } = await build({
        ...asCommonJs,
        bundle: false,
        entryPoints: files,
        outdir: "dist",
        metafile: true,
      });
      const bytesOf = (file) => second.outputs[`dist/${basename(file)}`].bytes;
      const outputOf = (source) => files.find((file) => metafile.outputs[file].entryPoint === source);
      const start = withImports(metafile.outputs, outputOf("src/extension.ts"));
      const view = new Set();
      for (const id of [...filesBeforeFeatures, "gists"])
        withImports(metafile.outputs, outputOf(`src/features/${id}.ts`), view);
      checkWeb(metafile.outputs, outputOf("src/extension.ts"));
      const joined = joinedFiles(metafile.outputs, bytesOf);
      // A file of dist is read as a whole, whatever is needed of it.
      const readFor = (modules) => new Set([...modules].map((file) => joined.get(file) ?? basename(file)));
      const bundled = await bundleStart([...start], asCommonJs);
      const written = joinModules(metafile.outputs, joined, await webLoader(shared), bundled);
      const sum = (all) => all.reduce((total, name) => total + statSync(join("dist", name)).size, 0);
      const readAtStart = readFor(start);
      metafile.start = sum([...readAtStart]);
      metafile.view = sum([...readFor(view)].filter((name) => !readAtStart.has(name)));
      metafile.outputs = Object.fromEntries(written.map((file) => [file, { bytes: statSync(file).size }]));
    });
  },
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
  // Whatever charset the page has.
  charset: "ascii",
  format: "iife",
  minify: production,
  metafile: true,
};

const extension = [
  {
    ...shared,
    entryPoints: { extension: "src/extension.ts" },
    outdir: moduleFolder,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import", "default"],
    format: "esm",
    // What several of them need is in chunks, once: each class exists once.
    splitting: true,
    chunkNames: "[name]-[hash]",
    external: ["vscode", "node:*", ...builtinModules],
    minify: production,
    metafile: true,
    plugins: [textOnly, withoutRandom, toCommonJs],
  },
  pages,
];

const client = {
  ...shared,
  entryPoints: { client: "src/client/standalone.ts" },
  outdir: "out",
  outExtension: { ".js": ".mjs" },
  platform: "node",
  format: "esm",
  // What only Node has is a file of its own.
  splitting: true,
  chunkNames: "client/[name]-[hash]",
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

/** `virtual:host-tests` has an `import()` of every wanted host test, for when mocha's globals exist. */
const hostTestList = (isWanted) => ({
  name: "host-test-list",
  setup(build) {
    build.onResolve({ filter: /^virtual:host-tests$/ }, ({ path }) => ({ path, namespace: "host-tests" }));
    build.onLoad({ filter: /.*/, namespace: "host-tests" }, () => ({
      contents: `export const files = {${filesIn("test/host", ".test.ts")
        .map((file) => JSON.stringify(file.replaceAll("\\", "/").slice("test/host/".length)))
        .filter((file) => isWanted(file.slice(1, -".test.ts".length - 1)))
        .toSorted()
        .map((file) => `${file.replace(/\.test\.ts"$/, '"')}: () => import(${file.replace('"', '"./test/host/')})`)
        .join(",\n")}};`,
      resolveDir: process.cwd(),
    }));
  },
});

/** What stands in for what the host tests need of Node, where they run in a browser. */
const inBrowser = {
  "src/sandbox/server.ts": "test/web/serveSandbox.ts",
  "src/features/nodePlatform.ts": "src/features/webPlatform.ts",
  "src/storage/privateFolder.ts": "test/web/privateFolder.ts",
  "test/host/support/requests.ts": "test/web/requests.ts",
};

const webTests = () => ({
  ...shared,
  entryPoints: { index: "test/web/index.ts" },
  outdir: "out/test/web",
  platform: "browser",
  format: "cjs",
  external: ["vscode"],
  alias: { ...alias, "node:assert/strict": "./test/web/assert.ts" },
  inject: ["test/web/nodeGlobals.ts"],
  define: { "process.env.NODE_DEBUG": "undefined" },
  plugins: [
    textOnly,
    withoutRandom,
    hostTestList((file) => !(file in JSON.parse(readFileSync("test/support/web/needNode.json", "utf8")))),
    {
      name: "in-browser",
      setup(build) {
        const places = new Map(Object.entries(inBrowser).map(([from, to]) => [resolve(from), resolve(to)]));
        build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
          const place = places.get(resolve(resolveDir, path));
          return place === undefined ? undefined : { path: place };
        });
        // A script for pages, which would take a bundle's exports for its own.
        build.onLoad({ filter: /mocha[\\/]mocha\.js$/ }, ({ path }) => ({
          contents: `const module = undefined, exports = undefined, define = undefined;\n${readFileSync(path, "utf8")}`,
        }));
      },
    },
  ],
});

const hostTests = () => ({
  ...shared,
  entryPoints: { index: "test/host/index.ts" },
  outdir: "out/test/host",
  platform: "node",
  format: "cjs",
  external: ["vscode", "mocha"],
  alias,
  plugins: [hostTestList(() => true)],
});

/** An extension that stands in for VS Code's GitHub sign-in. */
const authProvider = () => ({
  ...shared,
  entryPoints: ["test/support/authProvider/extension.ts"],
  outdir: "out/test/authProvider",
  platform: "node",
  format: "cjs",
  external: ["vscode"],
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
    const { start, view, outputs = {} } = result.metafile ?? {};
    const check = (what, bytes, budget) => {
      if (production && bytes > budget) throw new Error(`${what} has ${bytes} bytes; its budget is ${budget}.`);
    };
    check("What activation loads", start, budgets.start);
    check("What the view of gists loads", view, budgets.view);
    for (const [file, { bytes }] of Object.entries(outputs)) {
      const name = basename(file);
      const larger = Object.entries(largerFiles).find(([beginning]) => name.startsWith(beginning));
      if (name.endsWith(".js")) check(file, bytes, larger?.[1] ?? budgets.file);
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
    rmSync(moduleFolder, { recursive: true, force: true });
    for (const folder of ["out/test", "out/client"]) rmSync(folder, { recursive: true, force: true });
  }
  const wanted =
    flags.has("--tools") && !production && !flags.has("--tests") ? [tools()] : [...extension, client, tools()];
  if (flags.has("--tests")) wanted.push(nodeTests(), hostTests(), webTests(), authProvider(), e2eTests());
  if (flags.has("--tests")) {
    mkdirSync("out/test/authProvider", { recursive: true });
    copyFileSync("test/support/authProvider/package.json", "out/test/authProvider/package.json");
  }
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
