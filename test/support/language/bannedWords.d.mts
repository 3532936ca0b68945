/** A banned word, and what the guide wants instead. */
export interface BannedWord {
  /** Counted from 1; 0 for the name of the file. */
  readonly line: number;
  /** As it is written; of an identifier the whole name. */
  readonly word: string;
  readonly instead: string;
}

/** The banned words of a file: of code in comments, identifiers and titles of tests, of other texts anywhere. */
export declare const findBannedWords: (path: string, text: string) => readonly BannedWord[];

/** The banned words in the texts for people of a source: what `l10n.t` translates, and tables of contributions. */
export declare const findBannedTexts: (path: string, text: string) => readonly BannedWord[];
