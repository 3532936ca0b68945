export interface MatchingLine {
  /** From 0. */
  readonly line: number;
  readonly text: string;
  /** Begin and end of what was found in the line. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** As VS Code counts lines. */
export const lineBreak = /\r\n|\r|\n/;

/** A pattern that finds the words in any case, the longest first; undefined without words. */
export const patternOf = (words: readonly string[]): RegExp | undefined => {
  const parts = words.filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
  return parts.length === 0 ? undefined : new RegExp(parts.map(escaped).join("|"), "giu");
};

/** The lines that have one of the words in them, at most `limit`, in order. */
export const matchingLines = (text: string, words: readonly string[], limit: number): readonly MatchingLine[] => {
  const pattern = patternOf(words);
  // One look at the whole is cheaper than one at each line.
  if (!pattern || text.search(pattern) < 0) return [];
  const found: MatchingLine[] = [];
  for (const [line, content] of text.split(lineBreak).entries()) {
    const ranges = [...content.matchAll(pattern)].map(
      (match) => [match.index, match.index + match[0].length] as const,
    );
    if (ranges.length > 0) found.push({ line, text: content, ranges });
    if (found.length === limit) break;
  }
  return found;
};

/** Of the first 200 matching lines, the first one of those with the most different words in it. */
export const bestLine = (text: string, words: readonly string[]): MatchingLine | undefined => {
  let best: MatchingLine | undefined;
  let most = 0;
  for (const line of matchingLines(text, words, 200)) {
    const different = new Set(line.ranges.map(([start, end]) => line.text.slice(start, end).toLowerCase())).size;
    if (different > most) [best, most] = [line, different];
  }
  return best;
};

/** At most `length` characters of a line around what was found first. `at` is where they begin in the line. */
export const excerpt = (
  { text, ranges }: MatchingLine,
  length: number,
): { readonly text: string; readonly at: number } => {
  const from = ranges[0]?.[0] ?? 0;
  if (text.length <= length) return { text, at: 0 };
  const at = Math.max(0, Math.min(from - Math.floor(length / 4), text.length - length));
  return { text: text.slice(at, at + length), at };
};
