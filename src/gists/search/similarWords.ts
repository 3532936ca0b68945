import type { Segment } from "./segment.ts";

/**
 * The words of a segment that become the text by at most so many edits of one code unit (Levenshtein), with how many
 * edits these are. Rows of the matrix are used again for words that begin alike.
 */
export const similarWords = (
  segment: Segment,
  text: string,
  maxEdits: number,
): readonly (readonly [word: number, edits: number])[] => {
  const found: (readonly [number, number])[] = [];
  const { units } = segment.data;
  const width = text.length + 1;
  const wanted = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  // A word that is longer than the text by more than the edits is not similar.
  const deepest = text.length + maxEdits;
  const rows = new Uint8Array((deepest + 1) * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  /** How many rows are those of the word before, and at which depth no further word with that beginning is similar. */
  let valid = 0;
  let hopeless = Infinity;
  for (let word = 0; word < segment.wordCount; word++) {
    const shared = segment.sharedWithFormer(word);
    if (shared >= hopeless) continue;
    hopeless = Infinity;
    const start = segment.startOf(word);
    const length = segment.lengthOf(word);
    let depth = Math.min(shared, valid);
    while (depth < length) {
      if (depth === deepest) {
        hopeless = depth + 1;
        break;
      }
      const unit = units[start + depth] ?? 0;
      const [row, former] = [(depth + 1) * width, depth * width];
      rows[row] = depth + 1;
      let least = depth + 1;
      for (let column = 1; column < width; column++) {
        const replaced = (rows[former + column - 1] ?? 0) + (wanted[column - 1] === unit ? 0 : 1);
        const removed = (rows[former + column] ?? 0) + 1;
        const added = (rows[row + column - 1] ?? 0) + 1;
        const edits =
          replaced < removed ? (replaced < added ? replaced : added) : removed < added ? removed : added;
        rows[row + column] = edits;
        if (edits < least) least = edits;
      }
      depth++;
      if (least > maxEdits) {
        hopeless = depth;
        break;
      }
    }
    valid = depth;
    if (hopeless !== Infinity) continue;
    const edits = rows[length * width + width - 1] ?? 0;
    if (edits <= maxEdits) found.push([word, edits]);
  }
  return found;
};
