import { closest, distance } from "fastest-levenshtein";

/** A longer one is no mistyped word. */
const longest = 100;

/** The one of the words that was probably meant; undefined where none is similar. */
export const closestWord = (typed: string, words: readonly string[]): string | undefined => {
  if (words.length === 0 || typed.length > longest) return undefined;
  const [meant, all] = [typed.toLowerCase(), words.map((word) => word.toLowerCase())];
  const word = closest(meant, all);
  return distance(meant, word) * 3 <= word.length ? words[all.indexOf(word)] : undefined;
};
