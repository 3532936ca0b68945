/** What a search found, best first. Only what `slice` takes is sorted and made. */
export interface MatchList<T> {
  readonly length: number;
  slice(start?: number, end?: number): readonly T[];
}

export const noMatches: MatchList<never> = { length: 0, slice: () => [] };

/** Several lists, such as those of several accounts, as one; best first. */
export const mergeMatches = <T extends { readonly score: number }>(
  lists: readonly MatchList<T>[],
): MatchList<T> => {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  const [only] = lists;
  if (lists.length === 1 && only) return only;
  return {
    length,
    slice: (start = 0, end = length) =>
      lists
        .flatMap((list) => list.slice(0, end))
        .toSorted((a, b) => b.score - a.score)
        .slice(start, end),
  };
};

/** The positions of the `count` highest values, highest first, and of equal ones the first. Takes as long as a sort. */
export const bestOf = (values: Float64Array, count: number): readonly number[] => {
  const all = values.length;
  let least = -Infinity;
  if (count < all) least = values.toSorted()[all - count] ?? -Infinity;
  const best: number[] = [];
  const equals: number[] = [];
  for (let index = 0; index < all; index++) {
    const value = values[index] ?? 0;
    if (value > least) best.push(index);
    else if (value === least && equals.length < count) equals.push(index);
  }
  best.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  return count < all ? [...best, ...equals.slice(0, count - best.length)] : best;
};
