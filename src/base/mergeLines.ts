import { diffLines, type Hunk, type StepBudget } from "./lineDiff.ts";

/** What each side has of lines `start` to `end` (exclusive) of the base, which both changed in different ways. */
interface ConflictPart {
  readonly start: number;
  readonly end: number;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Lines of the merged text, or a conflict. All parts in order make up the text. */
export type MergedPart = { readonly lines: readonly string[] } | ConflictPart;

/** Steps for each side: together less than 100 ms. Beyond it, larger parts of the text count as one change. */
const maxSteps = 3_000_000;

/** The same number for the same line, in all texts. */
const numberLines = (...texts: readonly (readonly string[])[]): Int32Array[] => {
  const numbers = new Map<string, number>();
  return texts.map((lines) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line);
      if (known !== undefined) return known;
      numbers.set(line, numbers.size);
      return numbers.size - 1;
    }),
  );
};

/** One side of a merge: its lines, and the hunks that turn the base into them. */
class Side {
  readonly #lines: readonly string[];
  readonly #hunks: readonly Hunk[];
  #next = 0;
  /** How far the hunks that were taken have moved a line of the base. */
  #shift = 0;

  constructor(lines: readonly string[], hunks: readonly Hunk[]) {
    this.#lines = lines;
    this.#hunks = hunks;
  }

  /** The next one; undefined after the last one. */
  get hunk(): Hunk | undefined {
    return this.#hunks[this.#next];
  }

  /** Takes the hunks that begin at or before `end`, or where one of them ends; answers where the last ends, or `end`. */
  take(end: number): number {
    let reached = end;
    for (let { hunk } = this; hunk !== undefined && hunk.start <= reached; { hunk } = this) {
      reached = Math.max(reached, hunk.end);
      this.#shift = hunk.newEnd - hunk.end;
      this.#next += 1;
    }
    return reached;
  }

  /** Where a line of the base is in this text: one after the hunks that were taken, up to where the next one begins. */
  at(line: number): number {
    return line + this.#shift;
  }

  slice(start: number, end: number): readonly string[] {
    return this.#lines.slice(start, end);
  }
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, index) => line === right[index]);

/**
 * A three-way merge (diff3). Changes that overlap or touch are a conflict unless both sides made the same.
 * The time is linear in the lines plus the budget of each side. Beyond a budget the merge stays valid, with larger
 * conflicts. The budgets are used up: each call needs its own.
 */
export const mergeLines = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  budgets: readonly [StepBudget, StepBudget] = [{ steps: maxSteps }, { steps: maxSteps }],
): readonly MergedPart[] => {
  const [old, left, right] = numberLines(base, mine, theirs) as [Int32Array, Int32Array, Int32Array];
  const sides = [
    new Side(mine, diffLines(old, left, budgets[0])),
    new Side(theirs, diffLines(old, right, budgets[1])),
  ] as const;
  const parts: MergedPart[] = [];
  let at = 0;
  for (;;) {
    const start = Math.min(...sides.map(({ hunk }) => hunk?.start ?? base.length));
    if (start > at) parts.push({ lines: base.slice(at, start) });
    if (sides.every(({ hunk }) => hunk === undefined)) return parts;
    const from = sides.map((side) => side.at(start));
    const changed = sides.map(({ hunk }) => hunk);
    // Each side's hunks can reach into the next one of the other side.
    let end = start;
    for (let reached = -1; reached !== end;) {
      reached = end;
      for (const side of sides) end = side.take(end);
    }
    const [ours = [], others = []] = sides.map((side, index) => side.slice(from[index] ?? 0, side.at(end)));
    const touched = sides.map(({ hunk }, index) => hunk !== changed[index]);
    if (touched[1] !== true || isSame(ours, others)) parts.push({ lines: ours });
    else if (touched[0] !== true) parts.push({ lines: others });
    else parts.push({ start, end, mine: ours, theirs: others });
    at = end;
  }
};

/** Whether a text has nothing of either side somewhere where both changed lines of the base in different ways. */
export const leavesConflict = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  text: readonly string[],
): boolean => {
  const conflicts = mergeLines(base, mine, theirs).flatMap((part) => ("lines" in part ? [] : [part]));
  const [old, now] = numberLines(base, text) as [Int32Array, Int32Array];
  const hunks = diffLines(old, now, { steps: maxSteps });
  return conflicts.some((part) => !isResolved(part, base, text, hunks));
};

/** What is typed in or beside the lines of a conflict is no merge of them, unless it has something of a side. */
const isResolved = (
  part: ConflictPart,
  base: readonly string[],
  text: readonly string[],
  hunks: readonly Hunk[],
): boolean => {
  const near = hunks.filter(({ start, end }) => start <= part.end && end >= part.start);
  const [first, last] = [near[0], near.at(-1)];
  if (!first || !last) return false;
  const [start, end] = [Math.min(part.start, first.start), Math.max(part.end, last.end)];
  const now = text.slice(first.newStart - (first.start - start), last.newEnd + (end - last.end));
  const before = base.slice(part.start, part.end);
  const rewritten = wordsOf(before.length > 0 ? before : base.slice(start, end));
  if (rewritten.size > 0 && hasNoneOf(rewritten, wordsOf(now))) return true;
  return [part.mine, part.theirs].some((side) => hasOf(now, before, side));
};

/** Whether lines have a line that a side added, or all words that are new in it; or lack a word that the side took away. */
const hasOf = (now: readonly string[], before: readonly string[], side: readonly string[]): boolean => {
  const [words, known] = [wordsOf(now), wordsOf(before)];
  const added = side.filter((line) => !before.includes(line));
  if (added.length === 0) {
    const removed = without(known, wordsOf(side));
    return removed.size > 0 ? without(removed, words).size > 0 : isSame(now, side);
  }
  return added.some((line) => {
    const fresh = without(wordsOf([line]), known);
    return now.includes(line) || (fresh.size > 0 && without(fresh, words).size === 0);
  });
};

const wordsOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.match(/[\p{L}\p{N}_]+/gu) ?? []));

const without = (words: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !others.has(word)));

const hasNoneOf = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  without(words, others).size === words.size;
