import picomatch from "picomatch";

/** Whether a relative path fits one of the patterns; hidden files are matched too. A bundle of its own: loads on first use. */
export const globMatcher = (patterns: readonly string[]): ((path: string) => boolean) =>
  picomatch([...patterns], { dot: true });
