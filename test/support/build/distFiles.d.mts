/** For tests: the build itself is JavaScript. */
export const checkImports: (name: string, code: string, count: number) => void;
