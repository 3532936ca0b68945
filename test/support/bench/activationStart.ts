import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, projectRoot } from "../run/projectPaths.ts";
import { median } from "./measure.ts";

/** What one start of VS Code measures. */
export interface ActivationStart {
  readonly milliseconds: number;
  /** Bytes that the used heap grew by, without a garbage collection. Zero in the browser, which doesn't say it. */
  readonly heap: number;
  /** Loaded files of code. Zero in the browser. */
  readonly files: number;
  /** Milliseconds until the code of the view of gists is loaded and started, after activation. */
  readonly firstUse: number;
}

export interface MeasuredExtension {
  readonly id: string;
  readonly folder: string;
}

export interface MeasuredExtensions {
  readonly folder: string;
  /** One that does nothing. */
  readonly empty: MeasuredExtension;
  /** Ours without what activates it by itself. */
  readonly ours: MeasuredExtension;
}

export const makeMeasuredExtensions = (): MeasuredExtensions => {
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
      browser: "./main.js",
      activationEvents: [],
    }),
  );
  writeFileSync(join(empty, "main.js"), "exports.activate = () => undefined;\n");
  const ours = join(folder, "ours");
  mkdirSync(ours);
  for (const name of ["dist", "media", "package.nls.json"]) symlinkSync(join(projectRoot, name), join(ours, name));
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as object;
  writeFileSync(join(ours, "package.json"), JSON.stringify({ ...manifest, activationEvents: [] }));
  return {
    folder,
    empty: { id: "forgeside-bench.empty", folder: empty },
    ours: { id: "forgeside.forgeside", folder: ours },
  };
};

/** The code of the run in the extension host, in JavaScript. `id` and `report` are expressions. */
export const measuringScript = (id: string, report: string): string => `
const vscode = require("vscode");
const heapNow = () => globalThis.process?.memoryUsage?.().heapUsed ?? 0;
const filesNow = () => Object.keys(require.cache ?? {}).length;
exports.run = async () => {
  const extension = vscode.extensions.getExtension(${id});
  // The host is busy with its own start at first.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  if (extension.isActive) throw new Error("It is active already.");
  const files = filesNow();
  const heap = heapNow();
  const start = performance.now();
  const exports = await extension.activate();
  const milliseconds = performance.now() - start;
  const result = { milliseconds, heap: heapNow() - heap, files: filesNow() - files };
  const loading = performance.now();
  if (exports) await (await exports.features()).start("gists");
  result.firstUse = performance.now() - loading;
  (${report})(JSON.stringify(result));
};
`;

const printOne = (name: string, all: readonly ActivationStart[]): number => {
  const times = all.map(({ milliseconds }) => milliseconds);
  const middle = median(times);
  const range = `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)}`;
  const { files = 0 } = all[0] ?? {};
  const more =
    files === 0 ? "" : `, heap +${(median(all.map(({ heap }) => heap)) / 1e6).toFixed(1)} MB, ${files} files`;
  console.log(`  ${name.padEnd(10)} ${middle.toFixed(1).padStart(7)} ms (${range})${more}`);
  return middle;
};

/** Starts both extensions alternately, `starts` times each, and prints what was measured. */
export const compareActivation = async (
  where: string,
  extensions: MeasuredExtensions,
  starts: number,
  start: (extension: MeasuredExtension) => Promise<ActivationStart>,
): Promise<void> => {
  const measured: ActivationStart[] = [];
  const theirs: ActivationStart[] = [];
  for (let round = 0; round < starts; round++) {
    theirs.push(await start(extensions.empty));
    measured.push(await start(extensions.ours));
  }
  console.log(`Activation in ${where}, median of ${starts} starts (range):`);
  const emptyMedian = printOne("empty", theirs);
  const ourMedian = printOne("Forgeside", measured);
  const firstUses = measured.map(({ firstUse }) => firstUse);
  console.log(`  ${median(firstUses).toFixed(0)} ms more until the view of gists is started`);
  console.log(`  ${(ourMedian - emptyMedian).toFixed(1)} ms above the empty extension`);
};
