/**
 * What `itemOf` answers for the rows that are selected together, each once by `keyOf`; empty when the command was called
 * on one row. A row that is gone is undefined.
 */
export const selectedItems = <T>(
  rows: unknown,
  itemOf: (row: unknown) => T | undefined,
  keyOf: (item: T) => string,
): readonly T[] => {
  if (!Array.isArray(rows) || rows.length < 2) return [];
  const found = new Map<string, T>();
  for (const row of rows) {
    const item = itemOf(row);
    if (item !== undefined) found.set(keyOf(item), item);
  }
  return [...found.values()];
};
