/** What is kept under keys that begin with this is read again when it is asked for; all of it for an empty one. */
export const invalidateKeys = (map: ReadonlyMap<string, { invalidate(): void }>, start: string): void => {
  for (const [key, list] of map) if (key.startsWith(start)) list.invalidate();
};

/** Deletes what is kept under keys that begin with this; all of it for an empty one. */
export const forgetKeys = (map: Map<string, unknown>, start: string): void => {
  for (const key of map.keys()) if (key.startsWith(start)) map.delete(key);
};
