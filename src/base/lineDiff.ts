/**
 * Elementary steps that are left, such as the comparison of two lines. A diff takes from them; a caller may share one
 * budget between several diffs.
 */
export interface StepBudget {
  steps: number;
}

/** Lines `start` to `end` (exclusive) of the old text became lines `newStart` to `newEnd` of the new one. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A diagonal that no path has reached. */
const unreached = -(2 ** 30);

interface Box {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Furthest old line that a path has reached, by diagonal (old line minus new line). */
class Frontier {
  readonly #reached: Int32Array;
  readonly #middle: number;

  constructor(diagonals: number) {
    this.#middle = diagonals + 2;
    this.#reached = new Int32Array(2 * this.#middle + 1);
  }

  reset(): void {
    this.#reached[this.#middle - 1] = unreached;
    this.#reached[this.#middle] = unreached;
    // One down move from here is the start of every path.
    this.#reached[this.#middle + 1] = 0;
  }

  get(diagonal: number): number {
    return this.#reached[this.#middle + diagonal] ?? unreached;
  }

  set(diagonal: number, reached: number): void {
    this.#reached[this.#middle + diagonal] = reached;
  }

  /** Ends a round: the next one reads one diagonal more on each side. */
  widen(lowest: number, highest: number): void {
    this.set(lowest - 2, unreached);
    this.set(highest + 2, unreached);
  }
}

/** Myers' O(ND) difference algorithm in linear space (Algorithmica 1, 1986, section 4b), with a budget. */
class Myers {
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  readonly #budget: StepBudget;
  readonly #forward: Frontier;
  readonly #backward: Frontier;
  readonly #keepOld: Uint8Array;
  readonly #keepNew: Uint8Array;

  constructor(before: Int32Array, after: Int32Array, budget: StepBudget) {
    this.#old = before;
    this.#new = after;
    this.#budget = budget;
    this.#forward = new Frontier(before.length + after.length);
    this.#backward = new Frontier(before.length + after.length);
    this.#keepOld = new Uint8Array(before.length);
    this.#keepNew = new Uint8Array(after.length);
  }

  /** 1 for each line that stays; the same number of ones in both. */
  run(): { readonly keepOld: Uint8Array; readonly keepNew: Uint8Array } {
    // Boxes that are still to be compared, instead of recursion.
    const boxes: Box[] = [{ oldStart: 0, oldEnd: this.#old.length, newStart: 0, newEnd: this.#new.length }];
    for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
      const rest = this.#trim(box);
      if (rest.oldStart === rest.oldEnd || rest.newStart === rest.newEnd) continue;
      const split = this.#split(rest);
      // Without budget the rest of the box counts as replaced, which is a valid difference, only not the smallest.
      if (split === undefined) continue;
      const [oldSplit, newSplit] = split;
      boxes.push({ ...rest, oldStart: oldSplit, newStart: newSplit });
      boxes.push({ ...rest, oldEnd: oldSplit, newEnd: newSplit });
    }
    return { keepOld: this.#keepOld, keepNew: this.#keepNew };
  }

  #trim({ oldStart, oldEnd, newStart, newEnd }: Box): Box {
    const keep = (oldLine: number, newLine: number): void => {
      this.#keepOld[oldLine] = 1;
      this.#keepNew[newLine] = 1;
      this.#budget.steps -= 1;
    };
    while (oldStart < oldEnd && newStart < newEnd && this.#old[oldStart] === this.#new[newStart])
      keep(oldStart++, newStart++);
    while (oldStart < oldEnd && newStart < newEnd && this.#old[oldEnd - 1] === this.#new[newEnd - 1])
      keep(--oldEnd, --newEnd);
    return { oldStart, oldEnd, newStart, newEnd };
  }

  /** A point on a shortest path, found from both ends at once; undefined when the budget is used up. */
  #split({ oldStart, oldEnd, newStart, newEnd }: Box): readonly [oldLine: number, newLine: number] | undefined {
    const width = oldEnd - oldStart;
    const height = newEnd - newStart;
    const delta = width - height;
    const isOdd = delta % 2 !== 0;
    const [before, after, budget] = [this.#old, this.#new, this.#budget];
    this.#forward.reset();
    this.#backward.reset();

    /** Adds one edit in one direction. The paths have met when they reach the other frontier. */
    const advance = (edits: number, isForward: boolean): readonly [number, number] | undefined => {
      const mine = isForward ? this.#forward : this.#backward;
      const other = isForward ? this.#backward : this.#forward;
      // Diagonals outside of the box are left out.
      const lowest = -edits + 2 * Math.max(0, edits - height);
      const highest = edits - 2 * Math.max(0, edits - width);
      // Edits of the other direction so far: one fewer while this one goes first.
      const reach = isForward ? edits - 1 : edits;
      for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
        const down = mine.get(diagonal + 1);
        const right = mine.get(diagonal - 1) + 1;
        let x = unreached;
        if (down >= 0 && down - diagonal <= height) x = down;
        if (right > 0 && right <= width && right > x) x = right;
        budget.steps -= 1;
        if (x !== unreached) {
          let y = x - diagonal;
          const begin = x;
          if (isForward)
            while (x < width && y < height && before[oldStart + x] === after[newStart + y]) {
              x += 1;
              y += 1;
            }
          else
            while (x < width && y < height && before[oldEnd - 1 - x] === after[newEnd - 1 - y]) {
              x += 1;
              y += 1;
            }
          budget.steps -= x - begin;
          const meets = isForward === isOdd && Math.abs(delta - diagonal) <= reach;
          if (meets && x + other.get(delta - diagonal) >= width)
            return isForward ? [oldStart + x, newStart + y] : [oldEnd - x, newEnd - y];
        }
        mine.set(diagonal, x);
        if (budget.steps <= 0) return undefined;
      }
      mine.widen(lowest, highest);
      return undefined;
    };

    for (let edits = 0; budget.steps > 0; edits++) {
      const met = advance(edits, true) ?? advance(edits, false);
      if (met !== undefined) return met;
    }
    return undefined;
  }
}

/** Positions of the lines that the other text has too, and these lines. Others cannot be in common. */
const sharedLines = (
  lines: Int32Array,
  start: number,
  end: number,
  isShared: (line: number) => boolean,
): { readonly at: Int32Array; readonly lines: Int32Array } => {
  const at = new Int32Array(end - start);
  let count = 0;
  for (let index = start; index < end; index++) if (isShared(lines[index] ?? -1)) at[count++] = index;
  const positions = at.subarray(0, count);
  return { at: positions, lines: positions.map((index) => lines[index] ?? -1) };
};

/**
 * What changed between two texts whose lines are numbers, equal for equal lines. Hunks are in order and never touch.
 * The time is linear in the lines plus the budget; beyond the budget hunks are larger than needed.
 */
export const diffLines = (before: Int32Array, after: Int32Array, budget: StepBudget): readonly Hunk[] => {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];

  const inOld = new Set(before.subarray(start, oldEnd));
  const inNew = new Set(after.subarray(start, newEnd));
  const old = sharedLines(before, start, oldEnd, (line) => inNew.has(line));
  const now = sharedLines(after, start, newEnd, (line) => inOld.has(line));
  const { keepOld, keepNew } = new Myers(old.lines, now.lines, budget).run();

  const hunks: Hunk[] = [];
  const add = (from: number, to: number, newFrom: number, newTo: number): void => {
    if (from < to || newFrom < newTo) hunks.push({ start: from, end: to, newStart: newFrom, newEnd: newTo });
  };
  let [oldAt, newAt, next] = [start, start, 0];
  for (const [index, isKept] of keepOld.entries()) {
    if (isKept === 0) continue;
    while (keepNew[next] === 0) next += 1;
    const [oldLine, newLine] = [old.at[index] ?? oldEnd, now.at[next++] ?? newEnd];
    add(oldAt, oldLine, newAt, newLine);
    oldAt = oldLine + 1;
    newAt = newLine + 1;
  }
  add(oldAt, oldEnd, newAt, newEnd);
  return hunks;
};
