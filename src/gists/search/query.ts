import { typedRunsOf } from "../words.ts";

const kinds = ["secret", "public", "starred", "own"] as const;
type GistKind = (typeof kinds)[number];

/**
 * A parsed query; all of its conditions must hold. The search checks them in passes.ts and textIndex.ts, the filter of
 * the view in arrange/arrangement.ts: one that is missing there is ignored.
 */
export interface Query {
  /** Lower-case, without those of the phrases. */
  readonly words: readonly string[];
  /**
   * What was between quotes, names of several words without spaces between them, as Japanese has them, and words that are
   * too long for the index: found as it is, except for upper and lower case.
   */
  readonly phrases: readonly string[];
  readonly tags: readonly string[];
  /** Names of languages or endings of files. */
  readonly languages: readonly string[];
  readonly users: readonly string[];
  readonly is: readonly GistKind[];
  /** Parts that cannot be used, as they were typed. */
  readonly unusable: readonly string[];
}

/** Characters, and words outside of phrases; more words are `unusable`, and more characters are cut off. */
const limits = { query: 500, words: 50 };

const part = /(?:lang|is|user):(?=\s|$)|(?:(#)|(lang|is|user):)?(?:"([^"]*)"?|(\S+))/giu;
const isKind = (text: string): text is GistKind => (kinds as readonly string[]).includes(text);
const isTag = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

/** Understands every text; what makes no sense is in `unusable`. */
export const parseQuery = (text: string): Query => {
  const words = new Set<string>();
  const phrases: string[] = [];
  const tags: string[] = [];
  const languages: string[] = [];
  const users: string[] = [];
  const is: GistKind[] = [];
  const unusable: string[] = [];
  for (const [whole, sign, filter, quoted, plain] of text.slice(0, limits.query).matchAll(part)) {
    const value = quoted ?? plain ?? "";
    const lower = value.trim().toLowerCase();
    if (quoted === undefined && plain === undefined) {
      unusable.push(whole);
      continue;
    }
    const kind = filter?.toLowerCase();
    if (kind === "is") {
      if (isKind(lower)) is.push(lower);
      else unusable.push(whole);
      continue;
    }
    if (kind === "lang" || kind === "user") {
      const name = lower.replace(kind === "lang" ? /^\./ : /^@/, "");
      if (name === "") unusable.push(whole);
      else (kind === "lang" ? languages : users).push(name);
      continue;
    }
    if (sign && isTag.test(lower)) {
      tags.push(lower);
      continue;
    }
    const runs = typedRunsOf(value);
    if (runs.length === 0 && value.trim() !== "") unusable.push(whole);
    else if (quoted !== undefined && runs.length > 0) phrases.push(quoted.trim());
    else
      for (const run of runs) {
        const [first] = run.words;
        if (run.words.length > 1 || !first || first.isLong) phrases.push(run.text);
        else if (words.size < limits.words) words.add(first.text);
        else if (!words.has(first.text)) unusable.push(run.text);
      }
  }
  return {
    words: [...words],
    phrases,
    tags,
    languages,
    users,
    is,
    unusable,
  };
};

/** True when it would find everything. */
export const isEmpty = ({ words, phrases, tags, languages, users, is }: Query): boolean =>
  words.length + phrases.length + tags.length + languages.length + users.length + is.length === 0;
