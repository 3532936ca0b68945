import levenshtein from "damerau-levenshtein";

/** A longer one is no mistyped word. */
const longest = 100;

/** The one of the words that was probably meant; undefined where none is similar. */
export const closestWord = (typed: string, words: readonly string[]): string | undefined => {
  if (typed.length > longest) return undefined;
  const meant = typed.toLowerCase();
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const word of words) {
    // Two neighbors that are swapped are one change.
    const { steps } = levenshtein(meant, word.toLowerCase());
    if (steps < least) [found, least] = [word, steps];
  }
  return found !== undefined && least * 3 <= found.length ? found : undefined;
};
