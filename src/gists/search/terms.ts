import { longWord, typedRunsOf } from "../words.ts";
import type { Query } from "./query.ts";

/**
 * A word that an entry must have. `loose`: as it is typed, a word that begins with it, or a similar one. The others are of
 * a phrase: the `whole` word, or one of which the phrase has the `beginning`, the `end` or any `part`. Such a word may be
 * too long for the index.
 */
export interface Term {
  readonly text: string;
  readonly form: "loose" | "whole" | "beginning" | "end" | "part";
}

/** A phrase is compared with the text of the entry, so that not all of its words are needed. */
const maxTerms = 200;

/** The words that each text with the phrase has. Its first and last one may be parts of longer words there. */
const termsOfPhrase = (phrase: string): Term[] =>
  typedRunsOf(phrase).flatMap(({ text: run, start, words }) =>
    words.flatMap(({ text, isSpaceless, isLong }, index): Term[] => {
      if (isLong) return [{ text: longWord, form: "whole" }];
      const isFirst = start === 0 && index === 0;
      const isLast = start + run.length === phrase.length && index === words.length - 1;
      // Each character of a script without spaces begins a word.
      if (isSpaceless) return [{ text, form: isLast ? "beginning" : "whole" }];
      return [{ text, form: isFirst ? (isLast ? "part" : "end") : isLast ? "beginning" : "whole" }];
    }),
  );

/** Those of the words of the query come first, in their order. */
export const termsOf = ({ words, phrases }: Query): readonly Term[] => {
  const terms = [...words.map((text): Term => ({ text, form: "loose" })), ...phrases.flatMap(termsOfPhrase)];
  return [...new Map(terms.map((term) => [`${term.form} ${term.text}`, term])).values()].slice(0, maxTerms);
};
