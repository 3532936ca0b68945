/** Code units at the beginning of a text that are hashed; shorter texts are not found. */
export const windowLength = 10;
const base = 31;
const buckets = 1 << 14;

const bucketOf = (hash: number): number => (hash ^ (hash >>> 14)) & (buckets - 1);

/**
 * Calls `found` wherever one of the texts is, each of at least `windowLength` characters, without overlaps of one text with
 * itself. One pass for all of them (Karp and Rabin 1987).
 */
export const findTexts = (
  text: string,
  wanted: Iterable<string>,
  found: (wanted: string, start: number) => void,
): void => {
  const byBucket: (string[] | undefined)[] = [];
  const isUsed = new Uint8Array(buckets);
  for (const each of wanted) {
    let hash = 0;
    for (let at = 0; at < windowLength; at++) hash = (Math.imul(hash, base) + each.charCodeAt(at)) | 0;
    isUsed[bucketOf(hash)] = 1;
    (byBucket[bucketOf(hash)] ??= []).push(each);
  }
  let highest = 1;
  for (let power = 1; power < windowLength; power++) highest = Math.imul(highest, base);
  const ends = new Map<string, number>();
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    const start = at - windowLength + 1;
    if (start > 0) hash = (hash - Math.imul(highest, text.charCodeAt(start - 1))) | 0;
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
    if (start < 0 || isUsed[bucketOf(hash)] === 0) continue;
    for (const each of byBucket[bucketOf(hash)] ?? []) {
      if ((ends.get(each) ?? 0) > start || !text.startsWith(each, start)) continue;
      ends.set(each, start + each.length);
      found(each, start);
    }
  }
};
