// Search over 10,000 gists and a plain look through the same texts, in the same run.
import { systemClock } from "../../src/base/clock.ts";
import { createYieldIfBusy } from "../../src/gists/search/yieldIfBusy.ts";
import { decodeIndex, encodeIndex } from "../../src/gists/search/indexStorage.ts";
import { bestLine } from "../../src/gists/search/lines.ts";
import { parseQuery } from "../../src/gists/search/query.ts";
import { TextIndex } from "../../src/gists/search/textIndex.ts";
import type { IndexedGist } from "../../src/gists/search/types.ts";
import { repeatable } from "../unit/sandbox/service.ts";

const count = 10_000;
/** Milliseconds. */
const limits = { query: 50, block: 100 };

const random = repeatable();
const among = <T>(list: readonly T[], skew = 1): T => list[Math.floor(list.length * random() ** skew)] as T;
const syllables = Array.from("bdfgklmnprst").flatMap((letter) => Array.from("aeiou", (vowel) => letter + vowel));
const names = Array.from({ length: 12_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => among(syllables)).join(""),
);
// As in code: few words are everywhere, most are rare, and two make a name.
const word = (): string => among(names, 3);
const identifier = (): string => {
  const second = word();
  return random() < 0.35 ? word() + second.charAt(0).toUpperCase() + second.slice(1) : second;
};
const languages = [
  ["TypeScript", "ts"],
  ["Python", "py"],
  ["Shell", "sh"],
  ["Markdown", "md"],
] as const;

const textOf = (): string => {
  const own = Array.from({ length: 60 }, identifier);
  const use = (): string => among(own, 2);
  let text = "";
  while (text.length < 3000)
    text +=
      random() < 0.2
        ? `  // ${word()} ${word()} the ${word()}\n`
        : `  const ${use()} = ${use()}(${use()}, ${use()}.${use()});\n`;
  // One piece, as it comes from the disk.
  return Buffer.from(text).toString();
};

const gists = Array.from({ length: count }, (_, index): IndexedGist => {
  const [language, ending] = among(languages);
  return {
    id: index.toString(16).padStart(32, "0"),
    description: `${word()} ${word()} ${word()} #${among(names, 6)}`,
    isPublic: random() < 0.5,
    owner: "mia",
    updated: new Date(Date.parse("2026-01-01T00:00:00Z") - index * 3_600_000).toISOString(),
    url: "https://forge.example.com/mia/1",
    isOwn: true,
    isStarred: random() < 0.1,
    files: [{ name: `${identifier()}.${ending}`, language, text: textOf() }],
    commentCount: 0,
    comments: [],
    readOf: "",
  };
});
const characters = gists.reduce((sum, { files }) => sum + (files[0]?.text?.length ?? 0), 0);

/** How long others had to wait at most while `work` went on. Milliseconds. */
const longestBlock = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly total: number; readonly block: number; readonly result: T }> => {
  let last = performance.now();
  let block = 0;
  const beat = setInterval(() => {
    const now = performance.now();
    block = Math.max(block, now - last);
    last = now;
  }, 1);
  const start = performance.now();
  const result = await work();
  const total = performance.now() - start;
  clearInterval(beat);
  return { total, block, result };
};

const memory = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const cells = (...texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text.padEnd(34) : text.padStart(12))).join("");

console.log(`Search: ${count} gists, ${(characters / 1e6).toFixed(0)} million characters`);
const before = memory();
const fill = async (from: Iterable<IndexedGist> | AsyncIterable<IndexedGist>): Promise<TextIndex> => {
  const filled = new TextIndex();
  const yieldIfBusy = createYieldIfBusy(systemClock);
  for await (const gist of from) {
    filled.put(gist);
    await yieldIfBusy();
  }
  return filled;
};
// Twice each, and the better counts: a busy machine says nothing about the index.
const twice = async <T>(work: () => Promise<T>): Promise<{ total: number; block: number; result: T }> => {
  const first = await longestBlock(work);
  memory();
  const { result, ...second } = await longestBlock(work);
  return { result, total: Math.min(first.total, second.total), block: Math.min(first.block, second.block) };
};
const build = await twice(async () => (await fill(gists)).size);
const save = await twice(() => encodeIndex(gists, systemClock));
const bytes = save.result;
const load = await twice(async () => (await fill(decodeIndex(bytes))).size);
if (load.result !== count) throw new Error(`${load.result} gists were loaded.`);
memory();
const index = await fill(gists);
const held = memory() - before - bytes.length;

console.log(cells("milliseconds", "all", "longest block"));
for (const [name, { total, block }] of [
  ["index built", build],
  [`written (${(bytes.length / 1e6).toFixed(0)} MB)`, save],
  ["loaded", load],
] as const)
  console.log(cells(name, milliseconds(total), milliseconds(block)));
console.log(cells("memory of the index, MB", (held / 1e6).toFixed(0)));

/** What there would be without an index: each text is looked through for all the words. */
const scan = (words: readonly string[]): number => {
  const patterns = words.map((each) => new RegExp(each, "iu"));
  return gists.filter(({ description, files }) => {
    const [file] = files;
    return patterns.every(
      (pattern) => pattern.test(file?.name ?? "") || pattern.test(description) || pattern.test(file?.text ?? ""),
    );
  }).length;
};

const rare = identifier();
const queries = [
  ["a word of every gist", "const"],
  ["its beginning", "con"],
  ["a frequent word", names[200]],
  ["a rare word", names[9000]],
  ["two words", `${names[300]} ${names[900]}`],
  ["two letters", (names[500] ?? "").slice(0, 2)],
  ["a letter", (names[500] ?? "").slice(0, 1)],
  ["a name of two words", rare],
  ["with filters", `${names[100]} lang:ts is:secret`],
  ["a slip of the pen", `${(names[400] ?? "").slice(0, -1)}x`],
  ["a tag", `#${names[2]}`],
  ["nothing", "zzzyyyxxx"],
] as const;

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

console.log(cells("query, milliseconds", "hits", "median", "95 of 100", "plain scan", "ratio"));
const all: number[] = [];
for (const [name, text = ""] of queries) {
  const query = parseQuery(text);
  const times: number[] = [];
  let hits = 0;
  for (let time = 0; time < 20; time++) {
    const start = performance.now();
    const found = index.search(query);
    // What the list shows.
    for (const { file, words } of found.slice(0, 60)) bestLine(file?.text ?? "", words);
    times.push(performance.now() - start);
    hits = found.length;
  }
  all.push(...times);
  const scans = [0, 1, 2].map(() => {
    const start = performance.now();
    scan(query.words.length > 0 ? query.words : [text]);
    return performance.now() - start;
  });
  const [median, most, plain] = [at(times, 0.5), at(times, 0.95), at(scans, 0.5)];
  const ratio = `${(plain / median).toFixed(1)} x`;
  console.log(
    cells(`${name} (${text})`, String(hits), milliseconds(median), milliseconds(most), milliseconds(plain), ratio),
  );
}
const most = at(all, 0.95);
const block = Math.max(build.block, save.block, load.block);
console.log(`95 of 100 queries within ${milliseconds(most)} ms; longest block ${milliseconds(block)} ms.`);
console.log(`The aims: ${limits.query} ms and ${limits.block} ms.`);
