import { longWord, lowerCased, maxWordLength, pairsOf, partsOf, runPattern } from "../words.ts";

const runs = new RegExp(runPattern, "gu");
const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const addWords = (text: string, found: Set<string>): void => {
  if (text.length > maxWordLength) {
    found.add(longWord);
    return;
  }
  const lower = lowerCased(text);
  found.add(lower);
  if (lower !== text && hump.test(text)) for (const part of text.split(hump)) found.add(lowerCased(part));
};

/**
 * The words of a text, lower-case and once each; those of camelCase names also on their own. Of scripts without spaces,
 * each two characters side by side are a word, and the last one of a run is one, so that each begins a word. `longWord`
 * stands for words that are too long.
 */
export const wordsOf = (text: string): string[] => {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const each of text.match(runs) ?? []) {
    if (seen.has(each)) continue;
    seen.add(each);
    for (const [index, part] of partsOf(each).entries()) {
      if (part === "") continue;
      if (index % 2 === 0) addWords(part, found);
      else {
        const characters = Array.from(part);
        for (const pair of pairsOf(characters)) found.add(pair);
        found.add(characters.at(-1) ?? "");
      }
    }
  }
  return [...found];
};
