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

/** The positions of the `count` highest values, highest first, and of equal ones the first. */
export const bestOf = (values: Float64Array, count: number): readonly number[] => {
  if (count <= 0) return [];
  const order = (a: number, b: number): number => (values[b] ?? 0) - (values[a] ?? 0) || a - b;
  const best: number[] = [];
  // Of those that are not the best, few are sorted: what is below the worst of the best so far isn't taken.
  let least = -Infinity;
  for (let index = 0; index < values.length; index++) {
    if ((values[index] ?? 0) <= least) continue;
    if (best.push(index) < 2 * count) continue;
    best.sort(order).length = count;
    least = values[best[count - 1] ?? 0] ?? 0;
  }
  return best.sort(order).slice(0, count);
};
