/** By place in a path, from before its first character to behind its last one: 1 where what is read of a pattern can end. */
type Places = Uint8Array;
/** A piece of a pattern: turns where it can begin into where it can end. Takes time by the length of the path only. */
type Piece = (path: string, places: Places) => void;

/** Characters of the longest pattern that is read. */
const longest = 1000;

const character =
  (fits: (each: string) => boolean): Piece =>
  (path, places) => {
    for (let at = path.length; at > 0; at--)
      places[at] = places[at - 1] === 1 && fits(path.charAt(at - 1)) ? 1 : 0;
    places[0] = 0;
  };
const literal = (char: string): Piece => character((each) => each === char);
const notSlash = character((each) => each !== "/");

/** Any characters, also none. */
const run =
  (hasSlashes: boolean): Piece =>
  (path, places) => {
    for (let at = 1; at <= path.length; at++)
      if (places[at - 1] === 1 && (hasSlashes || path.charAt(at - 1) !== "/")) places[at] = 1;
  };

/** Any number of folders, each with its slash. */
const folders: Piece = (path, places) => {
  const first = places.indexOf(1);
  if (first < 0) return;
  for (let at = first + 1; at <= path.length; at++) if (path.charAt(at - 1) === "/") places[at] = 1;
};

const sequence =
  (pieces: readonly Piece[]): Piece =>
  (path, places) => {
    for (const piece of pieces) piece(path, places);
  };

const oneOf =
  (choices: readonly Piece[]): Piece =>
  (path, places) => {
    const begins = places.slice();
    places.fill(0);
    for (const choice of choices) {
      const ends = begins.slice();
      choice(path, ends);
      for (let at = 0; at <= path.length; at++) if (ends[at] === 1) places[at] = 1;
    }
  };

/** What is behind a folder: nothing, or all that is below it. */
const below = oneOf([sequence([]), sequence([literal("/"), run(true)])]);

/** One of the characters of a set, or of those that are not in it; never a slash. */
const classOf = (text: string): Piece => {
  const isNot = /^[!^]/.test(text);
  const ranges = [...text.slice(isNot ? 1 : 0).matchAll(/\\?(.)(?:-\\?(.))?/gs)].map(
    ([, first = "", last = first]) => ({ first, last }),
  );
  const isIn = (each: string): boolean => ranges.some(({ first, last }) => first <= each && each <= last);
  return character((each) => each !== "/" && isIn(each) !== isNot);
};

/**
 * Reads a pattern of VS Code's settings once, from its begin to its end: `*`, `**`, `?`, `{a,b}`, `[a-z]`, `[!a]`, and a
 * backslash before a character that stands for itself. Of the groups of shells, `@(a|b)` is read; the others are taken
 * for more than they are.
 */
class Reader {
  readonly #pattern: string;
  #at = 0;
  /** Whether something was taken for more than it is. */
  isWider = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Piece {
    return this.#sequence("", true);
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Whether the pattern, or the choice that is read, ends here. */
  #isEnd(ends: string): boolean {
    return this.#at >= this.#pattern.length || ends.includes(this.#pattern.charAt(this.#at));
  }

  #sequence(ends: string, isSegmentStart: boolean): Piece {
    const pieces: Piece[] = [];
    while (!this.#isEnd(ends))
      pieces.push(
        this.#piece(ends, pieces.length === 0 ? isSegmentStart : this.#pattern.charAt(this.#at - 1) === "/"),
      );
    return sequence(pieces);
  }

  #piece(ends: string, isSegmentStart: boolean): Piece {
    const start = this.#at;
    const group = /^[?*+@!]\(/.exec(this.#pattern.slice(start, start + 2));
    if (group) {
      this.#at += 2;
      const choices = this.#choices("|", ")", isSegmentStart);
      if (group[0] === "@(") return oneOf(choices);
      this.isWider = true;
      return run(true);
    }
    if (this.#takes("{")) {
      const choices = this.#choices(",", "}", isSegmentStart);
      return choices.length > 1 ? oneOf(choices) : sequence([literal("{"), ...choices, literal("}")]);
    }
    if (this.#takes("/**")) {
      if (this.#isEnd(ends)) return below;
      this.#at = start;
    }
    if (this.#takes("*")) return this.#stars(ends, isSegmentStart);
    const char = this.#pattern.charAt(this.#at++);
    if (char === "?") return notSlash;
    if (char === "[") {
      const end = /^[!^]?\]?(?:\\.|[^\]\\])*\]/s.exec(this.#pattern.slice(this.#at));
      if (end) this.#at += end[0].length;
      return end ? classOf(end[0].slice(0, -1)) : literal("[");
    }
    if (char === "\\" && this.#at < this.#pattern.length) return literal(this.#pattern.charAt(this.#at++));
    return literal(char);
  }

  #stars(ends: string, isSegmentStart: boolean): Piece {
    const isDouble = this.#takes("*");
    while (this.#takes("*"));
    if (isDouble && isSegmentStart && this.#takes("/")) return folders;
    const isSegment = isSegmentStart && (this.#isEnd(ends) || this.#pattern.charAt(this.#at) === "/");
    if (isDouble) return run(true);
    return isSegment ? sequence([notSlash, run(false)]) : run(false);
  }

  /** Those without an end go to that of the pattern: none is read twice. */
  #choices(separator: string, end: string, isSegmentStart: boolean): readonly Piece[] {
    const read = (): Piece => this.#sequence(separator + end, isSegmentStart);
    const choices = [read()];
    while (this.#takes(separator)) choices.push(read());
    this.#takes(end);
    return choices;
  }
}

/** Whether a path fits a pattern. One that is too long fits all. */
const matcherOf = (pattern: string): ((path: string) => boolean) => {
  if (pattern.length > longest) return () => true;
  const isNot = /^!(?!\()/.test(pattern);
  const given = pattern.slice(isNot ? 1 : 0).replace(/^\.\//, "");
  // Any folders in any folders are any folders.
  const reader = new Reader(given.replaceAll(/(?<=^|\/)(?:\*\*\/)+\*\*(?=\/|$)/g, "**"));
  const piece = reader.read();
  // What is not in more than is meant would be less than is meant.
  if (isNot && reader.isWider) return () => true;
  return (path) => {
    const places = new Uint8Array(path.length + 1);
    places[0] = 1;
    piece(path, places);
    return (places[path.length] === 1) !== isNot;
  };
};

/**
 * Whether a relative path fits one of the patterns; hidden files are matched too. No expressions are made of them: those of
 * a hostile workspace would take hours.
 */
export const globMatcher = (patterns: readonly string[]): ((path: string) => boolean) => {
  const matchers = patterns.map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
};
