// Activation in a real VS Code: ours and an extension that does nothing, started alternately, each in a fresh window.
// The time of `activate()` from its call to its end, with loading the code, as another extension in the host sees it.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, projectRoot } from "../support/run/projectPaths.ts";
import { poll } from "../support/run/poll.ts";
import { ensureBrowser, launchBrowser } from "../support/vscode/browser.ts";
import { installVscode, vscodeVersions } from "../support/vscode/install.ts";
import { quietSettings, startServer } from "../support/vscode/server.ts";

/** Per version and extension. `STARTS=3 npm run bench -- activation` is quicker. */
const starts = Number(process.env["STARTS"] ?? 10);

interface Start {
  readonly milliseconds: number;
  /** Bytes that the used heap grew by, without a garbage collection. */
  readonly heap: number;
  readonly files: number;
  /** Milliseconds until the code of the view of gists is loaded and started, after activation. */
  readonly firstUse: number;
}

const folder = join(cacheFolder, "run", "bench-activation");
rmSync(folder, { recursive: true, force: true });
const empty = join(folder, "empty");
mkdirSync(empty, { recursive: true });
writeFileSync(
  join(empty, "package.json"),
  JSON.stringify({
    name: "empty",
    publisher: "forgeside-bench",
    version: "1.0.0",
    engines: { vscode: "^1.100.0" },
    main: "./main.js",
    activationEvents: [],
  }),
);
writeFileSync(join(empty, "main.js"), "exports.activate = () => undefined;\n");
// Ours without what activates it by itself.
const ours = join(folder, "ours");
mkdirSync(ours);
for (const name of ["dist", "media", "package.nls.json"]) symlinkSync(join(projectRoot, name), join(ours, name));
const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as object;
writeFileSync(join(ours, "package.json"), JSON.stringify({ ...manifest, activationEvents: [] }));

writeFileSync(
  join(folder, "measure.js"),
  `const { writeFileSync } = require("node:fs");
const vscode = require("vscode");
exports.run = async () => {
  const extension = vscode.extensions.getExtension(process.env.FORGESIDE_BENCH_EXTENSION);
  // The host is busy with its own start at first.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  if (extension.isActive) throw new Error("It is active already.");
  const files = Object.keys(require.cache).length;
  const heap = process.memoryUsage().heapUsed;
  const start = performance.now();
  const exports = await extension.activate();
  const milliseconds = performance.now() - start;
  const result = { milliseconds, heap: process.memoryUsage().heapUsed - heap, files: Object.keys(require.cache).length - files };
  const loading = performance.now();
  if (exports) await (await exports.features()).start("gists");
  result.firstUse = performance.now() - loading;
  writeFileSync(process.env.FORGESIDE_BENCH_RESULT, JSON.stringify(result));
};
`,
);

const browser = await launchBrowser(await ensureBrowser());

const start = async (version: (typeof vscodeVersions)[number], path: string, id: string): Promise<Start> => {
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
    const read = (): Start | undefined => {
      try {
        return JSON.parse(readFileSync(resultFile, "utf8")) as Start;
      } catch {
        return undefined;
      }
    };
    await poll(() => read() !== undefined, { timeout: 60_000, interval: 100, what: "the result of a start" });
    return read() as Start;
  } finally {
    await page.close();
    await server.dispose();
  }
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const print = (name: string, all: readonly Start[]): number => {
  const times = all.map(({ milliseconds }) => milliseconds);
  const middle = median(times);
  const range = `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)}`;
  const heap = (median(all.map((each) => each.heap)) / 1e6).toFixed(1);
  console.log(
    `  ${name.padEnd(10)} ${middle.toFixed(1).padStart(7)} ms (${range}), heap +${heap} MB, ${all[0]?.files} files`,
  );
  return middle;
};

try {
  for (const version of vscodeVersions) {
    const measured: Start[] = [];
    const theirs: Start[] = [];
    for (let round = 0; round < starts; round++) {
      theirs.push(await start(version, empty, "forgeside-bench.empty"));
      measured.push(await start(version, ours, "forgeside.forgeside"));
    }
    console.log(`Activation in VS Code ${version}, median of ${starts} starts (range):`);
    const emptyMedian = print("empty", theirs);
    const ourMedian = print("Forgeside", measured);
    const firstUses = measured.map(({ firstUse }) => firstUse);
    console.log(`  ${median(firstUses).toFixed(0)} ms more until the view of gists is started`);
    console.log(`  ${(ourMedian - emptyMedian).toFixed(1)} ms above the empty extension`);
  }
} finally {
  await browser.close();
}
