import { bytesOf, utf8Text } from "./bytes.ts";
import { editorText } from "./editorText.ts";
import { diffLines } from "./lineDiff.ts";

interface Line {
  readonly content: string;
  /** Empty after the last line of a text that does not end its lines. */
  readonly end: string;
}

/** Steps that finding the same lines takes at most. */
const maxSteps = 3_000_000;

const linesOf = (text: string): readonly Line[] =>
  (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const content = line.replace(/[\r\n]+$/, "");
    return { content, end: line.slice(content.length) };
  });

const endsOf = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ end }) => (end === "" ? [] : [end])));

/** The line ends that VS Code gives all lines of a text. */
const editorEnd = (lines: readonly Line[]): string => {
  const ended = lines.filter(({ end }) => end !== "");
  return ended.filter(({ end }) => end !== "\n").length > ended.length / 2 ? "\r\n" : "\n";
};

/**
 * An editor writes all lines with the same ends. Where `base` has several kinds and `mine` has those that the editor gives
 * it, the lines that are still there have their ends of before. Other texts are as the user wants them.
 */
export const restoreLineEnds = (base: string, mine: string): string => {
  const old = linesOf(base);
  if (endsOf(old).size < 2) return mine;
  const now = linesOf(mine);
  const [end, ...more] = endsOf(now);
  if (more.length > 0 || end !== editorEnd(old)) return mine;
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly Line[]): Int32Array =>
    Int32Array.from(lines, ({ content }) => {
      const number = numbers.get(content) ?? numbers.size;
      numbers.set(content, number);
      return number;
    });
  const hunks = diffLines(numbered(old), numbered(now), { steps: maxSteps });
  const restored = now.map(({ content, end: own }) => ({ content, end: own }));
  /** Of lines that stand in the place of others, the first ones are taken for those. */
  const restore = (from: number, until: number, to: number, toUntil: number): void => {
    for (let at = 0; at < Math.min(until - from, toUntil - to); at++) {
      const former = old[from + at]?.end ?? "";
      const line = restored[to + at];
      if (line && line.end !== "" && former !== "") line.end = former;
    }
  };
  let [from, to] = [0, 0];
  for (const { start, end: until, newStart, newEnd } of hunks) {
    restore(from, start, to, newStart);
    restore(start, until, newStart, newEnd);
    [from, to] = [until, newEnd];
  }
  restore(from, old.length, to, now.length);
  const text = restored.map((line) => line.content + line.end).join("");
  return editorText(text) === editorText(mine) ? text : mine;
};

/** As `restoreLineEnds`, of files; what is no text is as it was given. */
export const restoreLineEndsIn = (base: Uint8Array, mine: Uint8Array): Uint8Array => {
  const [before, now] = [utf8Text(base), utf8Text(mine)];
  if (before === undefined || now === undefined) return mine;
  const text = restoreLineEnds(before, now);
  return text === now ? mine : bytesOf(text);
};
