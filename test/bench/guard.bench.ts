// The guard's scan and secretlint's own run of its recommended rules over the same text, in the same run.
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scan } from "../../src/guard/scan.ts";
import { alternate, growthOf, row } from "../support/bench/measure.ts";
import { projectRoot } from "../support/run/projectPaths.ts";
import { corpus } from "../unit/guard/corpus/corpus.ts";

const size = 200_000;

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
  ["code", "code, 200 kB", source, "source.ts", 20],
  ["secrets", "200 kB with 340 secrets", mixed, "source.ts", 20],
  ["secrets-data", "the same, as a file that is not code", mixed, "source.txt", 20],
] as const;
for (const [name, what, text, fileName, atMost] of tasks)
  await row(name, `secret scan: ${what}`, { atMost }, async () => {
    const times = await alternate({ whole: async () => ours(text, fileName) }, { totalMs: 2000 });
    const tenth = text.slice(0, size / 10);
    const small = await alternate({ part: async () => ours(tenth, fileName) }, { totalMs: 500 });
    return { unit: "ms", ours: times.whole, growth: growthOf(small.part, times.whole) };
  });
await row("secretlint", "secret scan: code, 200 kB", {}, async () => {
  const times = await alternate({ ours: async () => ours(source, "source.ts"), theirs: () => secretlint(source) });
  return { unit: "ms", ours: times.ours, peer: { name: "secretlint", value: times.theirs } };
});
