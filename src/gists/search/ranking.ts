import type { Entries } from "./entries.ts";
import { fieldBoosts, shortFields } from "./fields.ts";
import { compareWords, PostingList, type Segment } from "./segment.ts";
import { similarWords } from "./similarWords.ts";

/** A word of the index that a word of a query means. */
interface Meaning {
  /** 1 for the word itself, less for one that only begins with it or is similar. */
  readonly weight: number;
  /** The fields in which it counts, one bit for each. */
  readonly fields: number;
  /** Where it is: pairs of the position of a segment and its number there. */
  readonly words: readonly number[];
}

const allFields = (1 << fieldBoosts.length) - 1;

/** As MiniSearch weighs them: what is further from the query counts less. */
const weights = { prefix: 0.375, similar: 0.45 };
/** The parameters of BM25+ (Lv and Zhai 2011). */
const bm25 = { k: 1.2, b: 0.7, d: 0.5 };

const isShort = (text: string): boolean => /^[\x20-\x7e]{1,2}$/.test(text);
const maxEditsOf = (text: string): number => (text.length > 7 ? 2 : text.length > 3 ? 1 : 0);

/** The words that begin with the text and have more than that, in order. */
const prefixMeanings = (segments: readonly Segment[], text: string, fields: number): Meaning[] => {
  const found: Meaning[] = [];
  const ranges = segments.map((segment) => segment.prefixRange(text));
  const next = ranges.map(([from]) => from);
  for (;;) {
    let first = -1;
    let words: number[] = [];
    for (let index = 0; index < segments.length; index++) {
      const segment = segments[index];
      const word = next[index] ?? 0;
      if (!segment || word >= (ranges[index]?.[1] ?? 0)) continue;
      const best = segments[first];
      const order = best ? compareWords(segment, word, best, next[first] ?? 0) : -1;
      if (order < 0) {
        first = index;
        words = [index, word];
      } else if (order === 0) words.push(index, word);
    }
    const length = segments[first]?.lengthOf(next[first] ?? 0);
    if (length === undefined) return found;
    for (let at = 0; at < words.length; at += 2) next[words[at] ?? 0] = (words[at + 1] ?? 0) + 1;
    if (length > text.length)
      found.push({ weight: (weights.prefix * length) / (length + 0.3 * (length - text.length)), fields, words });
  }
};

/** The words that differ in a few characters, without those that begin with the text. */
const similarMeanings = (segments: readonly Segment[], text: string, maxEdits: number): Meaning[] => {
  const found = new Map<string, { readonly weight: number; readonly fields: number; readonly words: number[] }>();
  for (const [index, segment] of segments.entries())
    for (const [word, edits] of similarWords(segment, text, maxEdits)) {
      const known = segment.textOf(word);
      if (known.startsWith(text)) continue;
      const weight = (weights.similar * known.length) / (known.length + edits);
      const meaning = found.get(known) ?? { weight, fields: allFields, words: [] };
      meaning.words.push(index, word);
      found.set(known, meaning);
    }
  return [...found.values()];
};

/** What a word of a query means in the index. A prefix of two letters is looked for in the short fields only. */
const meaningsOf = (segments: readonly Segment[], text: string, isFuzzy: boolean): readonly Meaning[] => {
  const words = segments.flatMap((segment, index) => {
    const word = segment.find(text);
    return word < 0 ? [] : [index, word];
  });
  const exact: Meaning[] = words.length > 0 ? [{ weight: 1, fields: allFields, words }] : [];
  if (isShort(text)) {
    // Of one letter only the word itself is found; one of two is found in the short fields as a prefix, too.
    if (text.length === 1) return exact;
    // The word itself counts again there, as in two queries of MiniSearch that are joined by OR.
    const again = exact.map((meaning) => ({ ...meaning, fields: shortFields }));
    return [...exact, ...again, ...prefixMeanings(segments, text, shortFields)];
  }
  const maxEdits = isFuzzy ? maxEditsOf(text) : 0;
  return [
    ...exact,
    ...prefixMeanings(segments, text, allFields),
    ...(maxEdits > 0 ? similarMeanings(segments, text, maxEdits) : []),
  ];
};

const readMeaning = (segments: readonly Segment[], { words }: Meaning, list: PostingList): void => {
  list.count = 0;
  for (let at = 0; at < words.length; at += 2) segments[words[at] ?? 0]?.read(words[at + 1] ?? 0, list);
};

/** The entries that have all words of a query, in ascending order, with scores. */
export interface Ranked {
  readonly docs: Int32Array;
  readonly scores: Float64Array;
  /** Of each word of the query. */
  readonly meanings: readonly (readonly Meaning[])[];
}

/**
 * Ranks the entries that have all the words: BM25+ of each field. A word counts once for a field of an entry, so that the
 * term frequency is 1 and the share of a field is (k + 1) / (1 + k * (1 - b + b * length / average)).
 */
export const rank = (
  segments: readonly Segment[],
  entries: Entries,
  words: readonly string[],
  isFuzzy: boolean,
): Ranked => {
  const list = new PostingList();
  const scores = new Float64Array(entries.size);
  /** How many of the words each entry has, as far as they were looked for. */
  const had = new Uint8Array(entries.size);
  const counts = new Int32Array(fieldBoosts.length);
  const factors = new Float64Array(fieldBoosts.length);
  const constants = new Float64Array(fieldBoosts.length);
  const slopes = new Float64Array(fieldBoosts.length);
  for (let field = 0; field < slopes.length; field++) {
    const average = (entries.totals[field] ?? 0) / Math.max(1, entries.count);
    constants[field] = 1 + bm25.k * (1 - bm25.b);
    slopes[field] = average > 0 ? (bm25.k * bm25.b) / average : 0;
  }
  const all: (readonly Meaning[])[] = [];
  for (const [index, text] of words.entries()) {
    const meanings = meaningsOf(segments, text, isFuzzy);
    all.push(meanings);
    for (const meaning of meanings) {
      readMeaning(segments, meaning, list);
      const { docs, fields } = list;
      counts.fill(0);
      for (let at = 0; at < list.count; at++) {
        if (!entries.has(docs[at] ?? -1)) continue;
        for (let mask = (fields[at] ?? 0) & meaning.fields; mask !== 0; mask &= mask - 1) {
          const field = 31 - Math.clz32(mask & -mask);
          counts[field] = (counts[field] ?? 0) + 1;
        }
      }
      for (let field = 0; field < factors.length; field++) {
        const count = counts[field] ?? 0;
        const rarity = Math.log(1 + (entries.count - count + 0.5) / (count + 0.5));
        factors[field] = meaning.weight * (fieldBoosts[field] ?? 0) * rarity;
      }
      for (let at = 0; at < list.count; at++) {
        const doc = docs[at] ?? -1;
        if (!entries.has(doc) || (had[doc] ?? 0) < index) continue;
        for (let mask = (fields[at] ?? 0) & meaning.fields; mask !== 0; mask &= mask - 1) {
          const field = 31 - Math.clz32(mask & -mask);
          const length = entries.lengthOf(doc, field);
          const share = (bm25.k + 1) / ((constants[field] ?? 1) + (slopes[field] ?? 0) * length);
          scores[doc] = (scores[doc] ?? 0) + (factors[field] ?? 0) * (bm25.d + share);
          had[doc] = index + 1;
        }
      }
    }
  }
  let count = 0;
  for (let doc = 0; doc < had.length; doc++) if (had[doc] === words.length) count++;
  const found = new Int32Array(count);
  const foundScores = new Float64Array(count);
  count = 0;
  for (let doc = 0; doc < had.length; doc++)
    if (had[doc] === words.length) {
      found[count] = doc;
      // As MiniSearch: an entry counts by how many words of the query it has.
      foundScores[count++] = (scores[doc] ?? 0) * words.length;
    }
  return { docs: found, scores: foundScores, meanings: all };
};

/** Words of an entry that are looked for in its text, for each word of the query: thousands may have the same beginning. */
const maxWords = 32;

/** Which words of the index each of these entries was found by, at most 32 for each word of the query. */
export const wordsFound = (
  segments: readonly Segment[],
  meanings: Ranked["meanings"],
  docs: readonly number[],
): ReadonlyMap<number, readonly string[]> => {
  const found = new Map<number, string[]>(docs.map((doc) => [doc, []]));
  const isAsked = new Uint8Array(1 + docs.reduce((most, doc) => Math.max(most, doc), 0));
  for (const doc of docs) isAsked[doc] = 1;
  const list = new PostingList();
  for (const ofWord of meanings) {
    const limits = new Map([...found].map(([doc, { length }]) => [doc, length + maxWords]));
    for (const meaning of ofWord) {
      readMeaning(segments, meaning, list);
      let text: string | undefined;
      for (let at = 0; at < list.count; at++) {
        const doc = list.docs[at] ?? -1;
        if (isAsked[doc] !== 1 || ((list.fields[at] ?? 0) & meaning.fields) === 0) continue;
        const words = found.get(doc);
        if (!words || words.length >= (limits.get(doc) ?? 0)) continue;
        text ??= segments[meaning.words[0] ?? 0]?.textOf(meaning.words[1] ?? 0) ?? "";
        if (!words.includes(text)) words.push(text);
      }
    }
  }
  return found;
};

/** The entries that have all these words in the field; 1 for each of them. */
export const entriesWith = (
  segments: readonly Segment[],
  size: number,
  words: readonly string[],
  field: number,
): Uint8Array => {
  const had = new Uint8Array(size);
  const list = new PostingList();
  for (const [index, text] of words.entries()) {
    list.count = 0;
    for (const segment of segments) {
      const word = segment.find(text);
      if (word >= 0) segment.read(word, list);
    }
    for (let at = 0; at < list.count; at++) {
      const doc = list.docs[at] ?? -1;
      if (((list.fields[at] ?? 0) & (1 << field)) !== 0 && had[doc] === index) had[doc] = index + 1;
    }
  }
  return had.map((count) => (count === words.length ? 1 : 0));
};
