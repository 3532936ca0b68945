/** Longer words are data, such as digests and pictures: the index has `longWord` in their place. Characters. */
export const maxWordLength = 40;
/** No word of a text, as it is neither a letter nor a digit. */
export const longWord = "\u0001";

/**
 * A text for comparison without case. Σ becomes σ also at the end of a word, where it would be ς: the beginning of a word
 * must be that of its lower case.
 */
export const lowerCased = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");

/** A character of a script that has no spaces between words; with its marks, and the long vowels of Japanese. */
const spaceless = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\uff70\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const spacelessRun = new RegExp(String.raw`((?:(?=[\p{L}\p{N}\p{M}])${spaceless})+)`, "u");

/** Letters and digits side by side; with the flags `u`, and `g` or `y`. */
export const runPattern = String.raw`(?:[\p{L}\p{N}]|(?=\p{M})${spaceless})+`;
const runs = new RegExp(runPattern, "gu");

/** Parts of a run: those at odd positions are of scripts without spaces. Some may be empty. */
export const partsOf = (run: string): readonly string[] => run.split(spacelessRun);

/** Each character with the next one: the words where no spaces separate them. */
export const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => (characters[index] ?? "") + character);

interface TypedWord {
  readonly text: string;
  /** Of a script without spaces. */
  readonly isSpaceless: boolean;
  /** Longer than `maxWordLength`. */
  readonly isLong: boolean;
}

/** What is typed without a gap, with the words of the index that it has to have, in order and lower-case. */
export interface TypedRun {
  readonly text: string;
  /** Where it begins in the typed text. */
  readonly start: number;
  readonly words: readonly TypedWord[];
}

/** The runs of a query. */
export const typedRunsOf = (text: string): TypedRun[] =>
  [...text.matchAll(runs)].map(({ 0: each, index }) => ({
    text: each,
    start: index,
    words: partsOf(each).flatMap((part, position): TypedWord[] => {
      if (part === "") return [];
      if (position % 2 === 0)
        return [{ text: lowerCased(part), isSpaceless: false, isLong: part.length > maxWordLength }];
      const characters = Array.from(part);
      const words = characters.length > 1 ? pairsOf(characters) : characters;
      return words.map((text) => ({ text, isSpaceless: true, isLong: false }));
    }),
  }));

/** The `#words` of a description, without their signs, lower-case. */
export const tagsOf = (description: string): string[] =>
  [...description.matchAll(/(?<=^|[\s,;(])#([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map(([, tag = ""]) =>
    tag.toLowerCase(),
  );
