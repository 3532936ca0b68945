/** A browser has no disk. */
export const privateFolder = (path: string): never => {
  throw new Error(`There is no disk for ${path}.`);
};
