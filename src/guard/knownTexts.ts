import { SortedTexts } from "./sortedTexts.ts";

/** Code units at the beginning of a text that are hashed; shorter texts are not found. */
export const windowLength = 10;
const base = 31;
const buckets = 1 << 14;

const bucketOf = (hash: number): number => (hash ^ (hash >>> 14)) & (buckets - 1);

/**
 * Calls `found` wherever one of the texts is, without overlaps of one text with itself. All are different and have at least
 * `windowLength` characters. One pass for all of them (Karp and Rabin 1987).
 */
export const findTexts = (
  text: string,
  wanted: Iterable<string>,
  found: (wanted: string, start: number) => void,
): void => {
  const sorted = new SortedTexts(wanted);
  const isUsed = new Uint8Array(buckets);
  for (const each of sorted.texts) {
    let hash = 0;
    for (let at = 0; at < windowLength; at++) hash = (Math.imul(hash, base) + each.charCodeAt(at)) | 0;
    isUsed[bucketOf(hash)] = 1;
  }
  let highest = 1;
  for (let power = 1; power < windowLength; power++) highest = Math.imul(highest, base);
  /** Where the last place ends at which each was found. */
  const ends = new Int32Array(sorted.texts.length);
  let start = 0;
  const note = (index: number): void => {
    if ((ends[index] ?? 0) > start) return;
    const each = sorted.texts[index] ?? "";
    ends[index] = start + each.length;
    found(each, start);
  };
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    start = at - windowLength + 1;
    if (start > 0) hash = (hash - Math.imul(highest, text.charCodeAt(start - 1))) | 0;
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
    if (start < 0 || isUsed[bucketOf(hash)] === 0) continue;
    sorted.visitAt(text, start, note);
  }
};
