import type { Entries } from "./entries.ts";
import { fieldBoosts } from "./fields.ts";
import { type Meaning, meaningsOf, readMeaning } from "./meanings.ts";
import { PostingList, type Segment } from "./segment.ts";
import type { Term } from "./terms.ts";

/** The parameters of BM25+ (Lv and Zhai 2011). */
const bm25 = { k: 1.2, b: 0.7, d: 0.5 };

/** The entries that have all terms of a query, in ascending order, with scores. */
export interface Ranked {
  readonly docs: Int32Array;
  readonly scores: Float64Array;
  /** Of each term, as far as they were looked for. */
  readonly meanings: readonly (readonly Meaning[])[];
}

/**
 * Ranks the entries that have all the terms, at most 255: BM25+ of each field. A word counts once for a field of an entry, so that the
 * term frequency is 1 and the share of a field is (k + 1) / (1 + k * (1 - b + b * length / average)).
 */
export const rank = (
  segments: readonly Segment[],
  entries: Entries,
  terms: readonly Term[],
  isFuzzy: boolean,
): Ranked => {
  const list = new PostingList();
  const scores = new Float64Array(entries.size);
  /** How many of the terms each entry has, as far as they were looked for. */
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
  /** How many entries have all of the terms so far. Where none has them, the further terms need not be looked for. */
  let left = entries.count;
  for (const [index, term] of terms.entries()) {
    if (left === 0) break;
    left = 0;
    const meanings = meaningsOf(segments, term, isFuzzy);
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
          if (had[doc] === index) left++;
          had[doc] = index + 1;
        }
      }
    }
  }
  let count = 0;
  for (let doc = 0; doc < had.length; doc++) if (had[doc] === terms.length) count++;
  const found = new Int32Array(count);
  const foundScores = new Float64Array(count);
  count = 0;
  for (let doc = 0; doc < had.length; doc++)
    if (had[doc] === terms.length) {
      found[count] = doc;
      // As MiniSearch: an entry counts by how many terms of the query it has.
      foundScores[count++] = (scores[doc] ?? 0) * terms.length;
    }
  return { docs: found, scores: foundScores, meanings: all };
};

/** So many words of an entry are looked for in its text, for each word of the query: thousands may have the same beginning. */
const maxWords = 32;

/**
 * What is to be looked for in the text of each of these entries: the words of the index that it was found by. Where they
 * are more than 32 for a word of the query, that word replaces all that begin with it.
 */
export const wordsFound = (
  segments: readonly Segment[],
  query: readonly string[],
  meanings: Ranked["meanings"],
  docs: readonly number[],
): ReadonlyMap<number, readonly string[]> => {
  const found = new Map(docs.map((doc) => [doc, new Set<string>()]));
  const list = new PostingList();
  for (const [index, text] of query.entries()) {
    const words = new Map(docs.map((doc) => [doc, new Set<string>()]));
    for (const meaning of meanings[index] ?? []) {
      readMeaning(segments, meaning, list);
      const [segment = 0, word = 0] = meaning.words;
      let known: string | undefined;
      for (let at = 0; at < list.count; at++) {
        if (((list.fields[at] ?? 0) & meaning.fields) === 0) continue;
        const ofEntry = words.get(list.docs[at] ?? -1);
        if (!ofEntry || ofEntry.size > maxWords) continue;
        known ??= meaning.isJoined ? text : (segments[segment]?.textOf(word) ?? "");
        ofEntry.add(known);
      }
    }
    for (const [doc, all] of words)
      for (const word of all) found.get(doc)?.add(all.size > maxWords && word.startsWith(text) ? text : word);
  }
  return new Map([...found].map(([doc, words]) => [doc, [...words]]));
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
