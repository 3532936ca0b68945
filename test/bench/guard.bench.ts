// The guard's scan and secretlint's own run of its recommended rules over the same text, in the same run.
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Bench } from "tinybench";
import { scan } from "../../src/guard/scan.ts";
import { projectRoot } from "../support/run/projectPaths.ts";
import { corpus } from "../unit/guard/corpus/corpus.ts";

const size = 200_000;
/** Milliseconds that a scan of so much may take. */
const limit = 50;

const folder = join(projectRoot, "src");
const code = readdirSync(folder, { recursive: true })
  .map(String)
  // The guard's own rules are full of what it looks for; no other code is.
  .filter((file) => file.endsWith(".ts") && !/^guard[\\/]/.test(file))
  .toSorted()
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");
const source = code.repeat(Math.ceil(size / code.length)).slice(0, size);
// Each of the corpus' texts, between the lines of the same code.
const samples = corpus().map(({ text }) => text);
const every = Math.floor(size / samples.length);
const mixed = samples
  .map((text, index) => `${source.slice(index * every, index * every + every - text.length)}\n${text}`)
  .join("\n")
  .slice(0, size);

const config = { rules: [{ id: creator.meta.id, rule: creator }] };
const secretlint = (content: string) =>
  lintSource({
    source: { content, filePath: "source.ts", ext: ".ts", contentType: "text" },
    options: { config, noPhysicFilePath: true },
  });
const ours = (text: string, fileName: string) => scan(text, { fileName, ownTokens: ["sandbox_of_nobody_123"] });

const tasks = [
  ["code, 200 kB", source, "source.ts"],
  ["with 340 secrets", mixed, "source.ts"],
  ["the same as data", mixed, "source.txt"],
] as const;

const cells = (...texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text.padEnd(22) : text.padStart(14))).join("");

console.log(cells("milliseconds", "ours", "99 of 100", "secretlint", "ratio"));
for (const [title, text, fileName] of tasks) {
  const bench = new Bench({ time: 1500, warmupTime: 500, throws: true });
  bench.add("ours", () => {
    ours(text, fileName);
  });
  bench.add("secretlint", () => secretlint(text));
  await bench.run();
  const latency = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (result?.state !== "completed") throw new Error(`${name} did not run to its end.`, { cause: result });
    return result.latency;
  };
  const [mine, theirs] = [latency("ours"), latency("secretlint")];
  console.log(
    cells(
      title,
      mine.p50.toFixed(1),
      mine.p99.toFixed(1),
      theirs.p50.toFixed(1),
      `${(theirs.p50 / mine.p50).toFixed(2)} x`,
    ),
  );
  // The fastest one, since a busy machine says nothing about the scan.
  if (mine.min > limit) throw new Error(`A scan takes ${mine.min.toFixed(1)} ms; it may take ${limit} ms.`);
}
