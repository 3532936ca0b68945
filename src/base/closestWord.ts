/** A longer one is no mistyped word. */
const longest = 100;

/** The least number of letters to add, remove or replace, and of neighbors to swap, each letter once (optimal string alignment). */
const distance = (one: string, other: string): number => {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, next];
  }
  return last.at(-1) ?? 0;
};

/** The one of the words that was probably meant; undefined where none is similar. */
export const closestWord = (typed: string, words: readonly string[]): string | undefined => {
  if (typed.length > longest) return undefined;
  const meant = typed.toLowerCase();
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const changes = distance(meant, word.toLowerCase());
    if (changes < least) [found, least] = [word, changes];
  }
  return found !== undefined && least * 3 <= found.length ? found : undefined;
};
