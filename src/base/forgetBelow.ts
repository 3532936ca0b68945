/** Deletes what is kept below this path, such as all of an account's. */
export const forgetBelow = (map: Map<string, unknown>, path: string): void => {
  for (const key of map.keys()) if (key.startsWith(`${path}/`)) map.delete(key);
};
