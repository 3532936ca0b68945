import ignore from "ignore";

/** Wildcards of a line: with each more, a long name takes its length as many times longer. */
const maxWildcards = 3;
/** As many lines of one file may have that many. */
const maxSlowLines = 5;

/** One part of a path: fits all that `part` fits, with two wildcards at most. */
const wider = (part: string): string => {
  const pieces = part.split("*");
  if (pieces.length <= 2) return part;
  // Sets of characters and escaped ones have no text of their own that a name must have.
  const isPlain = !/[[\]\\?]/.test(part);
  const start = part.replace(/[*[\]\\?].*$/s, "");
  const end = part.replace(/^.*[*[\]\\?]/s, "");
  const [longest = ""] = isPlain ? pieces.slice(1, -1).toSorted((a, b) => b.length - a.length) : [];
  return `${start}*${longest === "" ? "" : `${longest}*`}${end}`;
};

/** A line with so many wildcards that a hostile one could take minutes, as one that ignores the same and more. */
const widerLine = (line: string): string => {
  // It would show more.
  if (line.startsWith("!")) return "";
  const parts = line.trimEnd().split("/");
  const first = parts.indexOf("**");
  const last = parts.lastIndexOf("**");
  const kept = first < 0 ? parts : [...parts.slice(0, first), "**", ...parts.slice(last + 1)];
  return kept.map((part) => (part === "**" ? part : wider(part))).join("/");
};

/** Rules that take no long time for any name. A hostile repository's could freeze VS Code otherwise. */
const quickRules = (text: string): string => {
  let slow = 0;
  return text
    .split(/\r?\n/)
    .map((line) => {
      const wildcards = line.replaceAll(/\*+/g, "*").split("*").length - 1;
      if (wildcards < maxWildcards) return line;
      slow += 1;
      return wildcards > maxWildcards || slow > maxSlowLines ? widerLine(line) : line;
    })
    .join("\n");
};

/** What git ignores below a folder, by the .gitignore files in it and above it. A bundle of its own: loads on first use. */
export class GitIgnore {
  /** Folders with a trailing slash, relative to the root and "" for that, from the outermost in, and what their files say. */
  readonly #rules: { readonly folder: string; readonly rules: ReturnType<typeof ignore> }[] = [];

  /** `folder` is relative to the root, with slashes and one at its end; "" is the root itself. */
  add(folder: string, text: string): void {
    this.#rules.push({ folder, rules: ignore({ allowRelativePaths: false }).add(quickRules(text)) });
  }

  /** Of a path relative to the root; a folder's has a slash at its end. The innermost file that knows the path decides. */
  ignores(path: string): boolean {
    return this.#rules.reduce((isIgnored, { folder, rules }) => {
      if (!path.startsWith(folder) || path === folder) return isIgnored;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      return ignored || (isIgnored && !unignored);
    }, false);
  }
}
