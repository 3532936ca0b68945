import { closest, distance } from "fastest-levenshtein";

/** A longer one is no mistyped word. */
const longest = 100;

/** The one of the words that was probably meant; undefined where none is similar. */
export const closestWord = (typed: string, words: readonly string[]): string | undefined => {
  if (words.length === 0 || typed.length > longest) return undefined;
  const word = closest(typed.toLowerCase(), words);
  return distance(typed.toLowerCase(), word.toLowerCase()) * 3 <= word.length ? word : undefined;
};
