export interface MatchingLine {
  /** From 0. */
  readonly line: number;
  readonly text: string;
  /** Begin and end of what was found in the line. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Patterns match letters in any case, but not `İ`, whose lower case is two characters. */
const escaped = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("i\u0307", "(?:i\u0307|\u0130)");

/** As VS Code counts lines. */
export const lineBreak = /\r\n|\r|\n/;

/** A pattern that finds the words in any case, the longest first; undefined without words. */
export const patternOf = (words: readonly string[]): RegExp | undefined => {
  const parts = words.filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
  return parts.length === 0 ? undefined : new RegExp(parts.map(escaped).join("|"), "giu");
};

/** Finds the line breaks of a text; `from` must not be less than before. Answers the length of the text after the last one. */
const lineBreaksOf = (text: string): ((from: number) => number) => {
  const nextOf = (character: string): ((from: number) => number) => {
    let at = -1;
    return (from) => {
      if (at < from) at = text.indexOf(character, from);
      return at < 0 ? (at = text.length) : at;
    };
  };
  const [feed, carriage] = [nextOf("\n"), nextOf("\r")];
  return (from) => Math.min(feed(from), carriage(from));
};

/** The lines that have a match, in order. Looks at no other line, so that a caller who stops early pays for little. */
function* linesWith(text: string, pattern: RegExp): Generator<MatchingLine, void, undefined> {
  const breakFrom = lineBreaksOf(text);
  const nextAfter = (at: number): RegExpExecArray | null => {
    pattern.lastIndex = at + 1;
    return pattern.exec(text);
  };
  let [line, start, end] = [0, 0, breakFrom(0)];
  for (let match = nextAfter(-1); match;) {
    while (end < match.index) {
      start = end + (text.startsWith("\r\n", end) ? 2 : 1);
      end = breakFrom(start);
      line++;
    }
    if (match.index < start || match.index === end) {
      // It begins with a line break.
      match = nextAfter(match.index);
      continue;
    }
    const ranges: [start: number, end: number][] = [];
    while (match && match.index < end) {
      const after = match.index + match[0].length;
      if (after <= end) ranges.push([match.index - start, after - start]);
      // A match that goes beyond the line is none.
      else pattern.lastIndex = end;
      match = pattern.exec(text);
    }
    if (ranges.length > 0) yield { line, text: text.slice(start, end), ranges };
  }
}

/** The lines that have one of the words in them, at most `limit`, in order. */
export const matchingLines = (text: string, words: readonly string[], limit: number): readonly MatchingLine[] => {
  const pattern = patternOf(words);
  const found: MatchingLine[] = [];
  if (!pattern) return found;
  for (const line of linesWith(text, pattern)) {
    found.push(line);
    if (found.length === limit) break;
  }
  return found;
};

/** Of the first 200 matching lines, the first one of those with the most different words in it. */
export const bestLine = (text: string, words: readonly string[]): MatchingLine | undefined => {
  const pattern = patternOf(words);
  if (!pattern) return undefined;
  let best: MatchingLine | undefined;
  let [most, looked] = [0, 0];
  for (const line of linesWith(text, pattern)) {
    const different = new Set(line.ranges.map(([start, end]) => line.text.slice(start, end).toLowerCase())).size;
    if (different > most) [best, most] = [line, different];
    if (most >= words.length || ++looked === 200) break;
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
