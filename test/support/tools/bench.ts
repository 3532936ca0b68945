// npm run bench [-- [--only] ROW] [--json FILE]: ROW is a row of the table, or the part of its name before the dot, which
// is its file in test/bench. Ends with 1 when a row misses its goal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename } from "node:path";
import { type BenchRow, tableOf } from "../bench/rows.ts";
import { builtFiles } from "../run/testFiles.ts";

/** Milliseconds for all. */
const limit = 300_000;
/** What starts VS Code again and again takes longer than that: only where it is named. */
const onlyByName = ["activation"];

const args = process.argv.slice(2);
const take = (flag: string): string | undefined => {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const json = take("--json");
const only = take("--only") ?? args.shift() ?? "";
if (args.length > 0 || only.startsWith("-"))
  throw new Error(`Unknown: ${[only, ...args].join(" ")}. Known are --only ROW and --json FILE.`);

const nameOf = (file: string): string => basename(file, ".bench.mjs");
const files = builtFiles("bench", ".bench.mjs").filter((file) =>
  only === "" ? !onlyByName.includes(nameOf(file)) : only.split(".")[0] === nameOf(file),
);
if (files.length === 0) throw new Error(`There is no benchmark "${only}".`);

const rows: BenchRow[] = [];
const end = performance.now() + limit;
// One after the other, each in a process of its own: they must not disturb each other.
for (const file of files) {
  const child = spawn(process.execPath, ["--enable-source-maps", "--expose-gc", file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, FORGESIDE_BENCH_ONLY: only },
  });
  child.on("message", (found) => {
    const row = found as BenchRow;
    rows.push(row);
    process.stderr.write(`${row.id} ${row.isMet ? "is measured" : "misses its goal"}\n`);
  });
  const timer = onlyByName.includes(nameOf(file))
    ? undefined
    : setTimeout(() => child.kill(), Math.max(1000, end - performance.now()));
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  if (code !== 0)
    throw new Error(`${nameOf(file)} ended with ${code ?? `the time limit of ${limit / 60_000} minutes`}.`);
}
if (rows.length === 0 && !files.some((file) => onlyByName.includes(nameOf(file))))
  throw new Error(`There is no row "${only}".`);

console.log(tableOf(rows));
const missed = rows.filter(({ isMet }) => !isMet);
console.log(`\n${rows.length - missed.length} of ${rows.length} rows reach their goals.`);
if (json !== undefined) {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    node: process.version,
    platform: process.platform,
  };
  writeFileSync(json, `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, undefined, 2)}\n`);
}
if (missed.length > 0) process.exitCode = 1;
