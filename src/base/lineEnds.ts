import { bytesOf, utf8Text } from "./bytes.ts";
import { editorText } from "./editorText.ts";
import { diffLines } from "./lineDiff.ts";

/** The lines of a text as places in it: hundreds of thousands of small texts would keep the garbage collector busy. */
interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
  /** Empty behind the last line of a text that does not end its lines. */
  readonly ends: readonly string[];
}

/** Steps that finding the same lines takes at most. */
const maxSteps = 3_000_000;

const linesOf = (text: string): Lines => {
  const starts: number[] = [];
  const ends: string[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    starts.push(from);
    ends.push(end);
    from = index + end.length;
  }
  if (from < text.length) {
    starts.push(from);
    ends.push("");
  }
  return { text, starts, ends };
};

const contentAt = ({ text, starts, ends }: Lines, line: number): string =>
  text.slice(starts[line], (starts[line + 1] ?? text.length) - (ends[line] ?? "").length);

const kindsOf = ({ ends }: Lines): ReadonlySet<string> => {
  const kinds = new Set(ends);
  kinds.delete("");
  return kinds;
};

/** The line ends that VS Code gives all lines of a text. */
const editorEnd = ({ ends }: Lines): string => {
  const ended = ends.filter((end) => end !== "");
  return ended.filter((end) => end !== "\n").length > ended.length / 2 ? "\r\n" : "\n";
};

/** How many lines at the start and at the end are the same in both. */
const sharedAround = (before: Lines, after: Lines): { readonly start: number; readonly tail: number } => {
  const [oldCount, newCount] = [before.starts.length, after.starts.length];
  const shorter = Math.min(oldCount, newCount);
  const isSame = (line: number, newLine: number): boolean => contentAt(before, line) === contentAt(after, newLine);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let tail = 0;
  while (tail < shorter - start && isSame(oldCount - 1 - tail, newCount - 1 - tail)) tail++;
  return { start, tail };
};

/**
 * An editor writes all lines with the same ends. Where `base` has several kinds and `mine` has those that the editor gives
 * it, the lines that are still there have their ends of before. Other texts are as the user wants them.
 */
export const restoreLineEnds = (base: string, mine: string): string => {
  const old = linesOf(base);
  if (kindsOf(old).size < 2) return mine;
  const now = linesOf(mine);
  const [end, ...more] = kindsOf(now);
  if (more.length > 0 || end !== editorEnd(old)) return mine;
  const numbers = new Map<string, number>();
  // To number hundreds of thousands of lines takes longer than all else: those that both begin and end with need none.
  const { start, tail } = sharedAround(old, now);
  const numbered = (lines: Lines): Int32Array =>
    new Int32Array(lines.starts.length - tail - start).map((_, at) => {
      const content = contentAt(lines, start + at);
      const number = numbers.get(content) ?? numbers.size;
      numbers.set(content, number);
      return number;
    });
  const hunks = diffLines(numbered(old), numbered(now), { steps: maxSteps });
  const ends = [...now.ends];
  /** Of lines that stand in the place of others, the first ones are taken for those. */
  const restore = (from: number, until: number, to: number, toUntil: number): void => {
    for (let at = 0; at < Math.min(until - from, toUntil - to); at++) {
      const former = old.ends[from + at] ?? "";
      if (ends[to + at] !== "" && former !== "") ends[to + at] = former;
    }
  };
  let [from, to] = [0, 0];
  for (const hunk of hunks) {
    restore(from, start + hunk.start, to, start + hunk.newStart);
    [from, to] = [start + hunk.end, start + hunk.newEnd];
    restore(start + hunk.start, from, start + hunk.newStart, to);
  }
  restore(from, old.ends.length, to, ends.length);
  const text = ends.map((own, line) => contentAt(now, line) + own).join("");
  return editorText(text) === editorText(mine) ? text : mine;
};

/** As `restoreLineEnds`, of files; what is no text is as it was given. */
export const restoreLineEndsIn = (base: Uint8Array, mine: Uint8Array): Uint8Array => {
  const [before, now] = [utf8Text(base), utf8Text(mine)];
  if (before === undefined || now === undefined) return mine;
  const text = restoreLineEnds(before, now);
  return text === now ? mine : bytesOf(text);
};
