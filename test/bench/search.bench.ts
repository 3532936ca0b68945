// Search over 10,000 gists of 30 million characters, and a plain look through the same texts, in the same run.
import { systemClock } from "../../src/base/clock.ts";
import { createYieldIfBusy } from "../../src/gists/search/yieldIfBusy.ts";
import { decodeIndex, encodeIndex } from "../../src/gists/search/indexStorage.ts";
import { bestLine } from "../../src/gists/search/lines.ts";
import { parseQuery } from "../../src/gists/search/query.ts";
import { storedIndexOf } from "../../src/gists/search/storedIndex.ts";
import { TextIndex } from "../../src/gists/search/textIndex.ts";
import type { IndexedGist } from "../../src/gists/search/types.ts";
import { growthOf, isWanted, median, quantile, row, timeOf, usedMemory } from "../support/bench/measure.ts";
import { repeatable } from "../unit/sandbox/service.ts";

const count = 10_000;
/** What the list shows. */
const shown = 60;
/** Rows of the list that are seen at first. */
const seen = 12;

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

/** The median time of several, milliseconds. */
const repeated = async (times: number, work: () => unknown): Promise<number> => {
  const all: number[] = [];
  for (let time = 0; time < times; time++) {
    usedMemory();
    all.push(await timeOf(work));
  }
  return median(all);
};
const fill = async (from: Iterable<IndexedGist> | AsyncIterable<IndexedGist>): Promise<TextIndex> => {
  const filled = new TextIndex();
  const yieldIfBusy = createYieldIfBusy(systemClock);
  for await (const gist of from) {
    filled.put(gist);
    await yieldIfBusy();
  }
  return filled;
};
const load = async (bytes: Uint8Array): Promise<TextIndex> => {
  const decoded = await decodeIndex(bytes, systemClock);
  const loaded = new TextIndex();
  if (decoded.index) loaded.restore(decoded.gists, decoded.index);
  if (loaded.size !== decoded.gists.length) throw new Error(`${loaded.size} gists were loaded.`);
  return loaded;
};
const save = async (from: readonly IndexedGist[], index?: TextIndex): Promise<Uint8Array> =>
  encodeIndex(from, await storedIndexOf((index ?? (await fill(from))).snapshot(from), systemClock), systemClock);
const part = gists.slice(0, count / 10);

await row("build", "search index of 10,000 gists: built", { atMost: 2000 }, async () => {
  const small = await repeated(3, () => fill(part));
  const large = await repeated(3, () => fill(gists));
  return { unit: "ms", ours: large, growth: growthOf(small, large) };
});
await row("save", "search index: written", {}, async () => {
  const [few, all] = [await fill(part), await fill(gists)];
  const small = await repeated(3, () => save(part, few));
  const large = await repeated(3, () => save(gists, all));
  return { unit: "ms", ours: large, growth: growthOf(small, large) };
});
await row("load", "search index: loaded", { atMost: 300 }, async () => {
  const [few, all] = [await save(part), await save(gists)];
  const small = await repeated(5, () => load(few));
  const large = await repeated(5, () => load(all));
  return { unit: "ms", ours: large, growth: growthOf(small, large) };
});
await row("memory", "search index: memory besides the texts", { atMost: 45 }, async () => {
  const before = usedMemory();
  const held = await fill(gists);
  // The first search brings what was put in last in order.
  held.search(parseQuery("const"));
  const used = usedMemory() - before;
  if (held.size !== count) throw new Error(`${held.size} gists are in the index.`);
  return { unit: "MB", ours: used / 1e6 };
});

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
  ["every", "a word of every gist", "const"],
  ["every-prefix", "the beginning of a word of every gist", "con"],
  ["every-two", "two words of every gist", "const the"],
  ["frequent", "a frequent word", names[200]],
  ["rare", "a rare word", names[9000]],
  ["two-words", "two words", `${names[300]} ${names[900]}`],
  ["two-letters", "two letters", (names[500] ?? "").slice(0, 2)],
  ["three-letters", "three letters", (names[500] ?? "").slice(0, 3)],
  ["letter", "a letter", (names[500] ?? "").slice(0, 1)],
  ["identifier", "a name of two words", rare],
  ["filters", "a word with filters", `${names[100]} lang:ts is:secret`],
  ["phrase", "a phrase", `"const ${names[0]}"`],
  ["typo", "a spelling mistake", `${(names[400] ?? "").slice(0, -1)}x`],
  ["tag", "a tag", `#${names[2]}`],
  ["only-filter", "a filter alone", "is:secret"],
  ["nothing", "what no gist has", "zzzyyyxxx"],
] as const;
/** What a plain scan is compared with. */
const scanned: readonly string[] = [
  "every",
  "every-prefix",
  "every-two",
  "frequent",
  "rare",
  "two-words",
  "nothing",
];

const kinds = queries.filter(([kind]) => [kind, `${kind}-scan`, "first"].some(isWanted));
if (kinds.length > 0) {
  const index = await fill(gists);
  const small = await fill(part);
  const firsts: number[] = [];
  /** Milliseconds of one search with the lines of what the list shows, of many. */
  const timesOf = (among: TextIndex, text: string): number[] =>
    Array.from({ length: 40 }, () => {
      const start = performance.now();
      const found = among.search(parseQuery(text));
      for (const [at, { file, words }] of found.slice(0, shown).entries()) {
        bestLine(file?.text ?? "", words);
        if (at + 1 === seen) firsts.push(performance.now() - start);
      }
      return performance.now() - start;
    }).slice(5);
  for (const [kind, title, text = ""] of queries) {
    const what = `search: ${title} (${index.search(parseQuery(text)).length} hits), p95`;
    await row(kind, what, { atMost: 16 }, () => {
      const few = quantile(timesOf(small, text), 0.5);
      firsts.length = 0;
      const times = timesOf(index, text);
      // Below a millisecond there is nothing to grow.
      const growth = quantile(times, 0.5) < 1 ? undefined : growthOf(few, quantile(times, 0.5));
      return { unit: "ms", ours: quantile(times, 0.95), growth };
    });
    if (!scanned.includes(kind)) continue;
    const { words } = parseQuery(text);
    await row(`${kind}-scan`, `search: ${title}, median`, { atMost: 1 }, () => {
      const scans = [0, 1, 2, 3, 4].map(() => {
        const start = performance.now();
        scan(words);
        return performance.now() - start;
      });
      return {
        unit: "ms",
        ours: median(timesOf(index, text)),
        peer: { name: "plain scan", value: median(scans) },
      };
    });
  }
  await row("first", "search: first rows of a query that finds every gist, p95", { atMost: 5 }, () => {
    timesOf(index, "const");
    firsts.length = 0;
    for (let time = 0; time < 4; time++) timesOf(index, "const");
    return { unit: "ms", ours: quantile(firsts, 0.95) };
  });
}
