import { longWord } from "../words.ts";
import { fieldBoosts, shortFields } from "./fields.ts";
import { compareWords, type PostingList, type Segment } from "./segment.ts";
import { similarWords } from "./similarWords.ts";
import type { Term } from "./terms.ts";

/** A word of the index that matches a term of a query, or many of them that count as one. */
export interface Meaning {
  /** 1 for the word itself, less for one that only begins with it or is similar. */
  readonly weight: number;
  /** The fields in which it counts, one bit for each. */
  readonly fields: number;
  /** Where it is: pairs of the position of a segment and its number there. */
  readonly words: readonly number[];
  /** True for several words that have the text in them. */
  readonly isJoined?: boolean;
}

const allFields = (1 << fieldBoosts.length) - 1;

/** As MiniSearch weighs them: what is further from the query counts less. */
const weights = { prefix: 0.375, similar: 0.45, part: 0.3 };
/**
 * More words with the same beginning count as one, since each of them would take its time: a log has a million different
 * times of one year.
 */
const maxPrefixWords = 20_000;

const isShort = (text: string): boolean => /^[\x20-\x7e]{1,2}$/.test(text);
const maxEditsOf = (text: string): number => (text.length > 7 ? 2 : text.length > 3 ? 1 : 0);

const prefixWeight = (length: number, text: string): number =>
  (weights.prefix * length) / (length + 0.3 * (length - text.length));

/** All words of these ranges but the text itself as one, with the weight of the shortest one. */
const joinedMeaning = (
  segments: readonly Segment[],
  ranges: readonly (readonly [from: number, to: number])[],
  text: string,
  fields: number,
): Meaning => {
  const words: number[] = [];
  let shortest = Infinity;
  for (const [index, segment] of segments.entries()) {
    const [from, to] = ranges[index] ?? [0, 0];
    for (let word = from; word < to; word++) {
      const length = segment.lengthOf(word);
      if (length === text.length) continue;
      shortest = Math.min(shortest, length);
      words.push(index, word);
    }
  }
  return { weight: prefixWeight(shortest, text), fields, words, isJoined: true };
};

/** The words that begin with the text and have more than that, in order. */
const prefixMeanings = (segments: readonly Segment[], text: string, fields: number): Meaning[] => {
  const found: Meaning[] = [];
  const ranges = segments.map((segment) => segment.prefixRange(text));
  if (ranges.reduce((sum, [from, to]) => sum + to - from, 0) > maxPrefixWords)
    return [joinedMeaning(segments, ranges, text, fields)];
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
    if (length > text.length) found.push({ weight: prefixWeight(length, text), fields, words });
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

/** A prefix of two letters is looked for in the short fields only. */
const looseMeanings = (
  segments: readonly Segment[],
  text: string,
  exact: readonly Meaning[],
  isFuzzy: boolean,
): readonly Meaning[] => {
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

/** All longer words that have the text at their end, or in any place, as one. */
const partMeaning = (segments: readonly Segment[], text: string, isAnywhere: boolean): Meaning => ({
  weight: weights.part,
  fields: allFields,
  words: segments.flatMap((segment, index) =>
    segment.wordsWith(text, isAnywhere).flatMap((word) => [index, word]),
  ),
  isJoined: true,
});

/** The word itself, with the weight; nothing where it is not in the index. */
const wordMeaning = (segments: readonly Segment[], text: string, weight: number): readonly Meaning[] => {
  const words = segments.flatMap((segment, index) => {
    const word = segment.find(text);
    return word < 0 ? [] : [index, word];
  });
  return words.length > 0 ? [{ weight, fields: allFields, words }] : [];
};

/** The words of the index that match a term. */
export const meaningsOf = (
  segments: readonly Segment[],
  { text, form }: Term,
  isFuzzy: boolean,
): readonly Meaning[] => {
  const exact = wordMeaning(segments, text, 1);
  const long = (): readonly Meaning[] => wordMeaning(segments, longWord, weights.part);
  switch (form) {
    case "loose":
      return looseMeanings(segments, text, exact, isFuzzy);
    case "whole":
      return exact;
    case "beginning":
      return [...exact, ...prefixMeanings(segments, text, allFields), ...long()];
    case "end":
    case "part":
      return [...exact, partMeaning(segments, text, form === "part"), ...long()];
  }
};

/** Reads the postings of a meaning into the list, whose former ones are dropped. */
export const readMeaning = (
  segments: readonly Segment[],
  { words, isJoined }: Meaning,
  list: PostingList,
): void => {
  list.count = 0;
  for (let at = 0; at < words.length; at += 2) segments[words[at] ?? 0]?.read(words[at + 1] ?? 0, list);
  if (isJoined) list.join();
};
