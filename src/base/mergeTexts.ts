import { editorText } from "./editorText.ts";
import { restoreLineEnds } from "./lineEnds.ts";
import { leavesConflict, type MergedPart, mergeLines } from "./mergeLines.ts";

/**
 * A three-way merge by lines. Undefined for a conflict: both sides changed lines that overlap or touch, in different
 * ways. Line breaks are part of a line.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): string | undefined => {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const parts = mergeLines(linesOf(base), linesOf(mine), linesOf(theirs));
  const merged: string[] = [];
  for (const part of parts) {
    if (!("lines" in part)) return undefined;
    for (const line of part.lines) merged.push(line);
  }
  return merged.join("");
};

/** Both sides in one text, with the user's own lines where both changed them in different ways. */
export const mergeKeepingMine = (base: string, mine: string, theirs: string): string =>
  mergeLines(linesOf(base), linesOf(mine), linesOf(theirs))
    .flatMap((part) => ("lines" in part ? part.lines : part.mine))
    .join("");

const begin = "<<<<<<<";

/** Both sides in one text, as git marks them. A merge editor starts over with a text that has such markers. */
export const markConflicts = (base: string, mine: string, theirs: string): string => {
  const ours = restoreLineEnds(base, mine);
  const parts = mergeLines(linesOf(ended(base)), linesOf(ended(ours)), linesOf(ended(theirs)));
  const text = parts.map(markedText).join("");
  return hasMarks(text) ? text : `${begin} Mine\n${ended(mine)}=======\n${ended(theirs)}>>>>>>> Theirs\n`;
};

const markedText = (part: MergedPart): string =>
  "lines" in part
    ? part.lines.join("")
    : `${begin} Mine\n${part.mine.join("")}=======\n${part.theirs.join("")}>>>>>>> Theirs\n`;

/** True while lines that both sides changed are still marked. The text may begin with a byte order mark. */
export const hasMarks = (text: string): boolean =>
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .some((line) => line.startsWith(begin));

/** The user's side of a text with marks, with what was typed beside them and in what they have of `theirs`. */
export const mineOfMarked = (text: string, theirs: string): string => {
  const known = new Set(linesOf(ended(editorText(theirs))));
  const mine: string[] = [];
  let part: "both" | "mine" | "theirs" = "both";
  let others: string[] = [];
  const endPart = (): void => {
    if (!others.every((line) => known.has(editorText(line)))) mine.push(...others);
    others = [];
  };
  for (const line of linesOf(text)) {
    if (editorText(line).startsWith(begin)) part = "mine";
    else if (part === "mine" && editorText(line) === "=======\n") part = "theirs";
    else if (part === "theirs" && line.startsWith(">>>>>>>")) {
      part = "both";
      endPart();
    } else (part === "theirs" ? others : mine).push(line);
  }
  endPart();
  return mine.join("");
};

/**
 * True while a merge of both sides is not done: lines that both changed are marked, or as they were before, which is what
 * a merge editor begins with.
 */
export const isUnmerged = (base: string, mine: string, theirs: string, text: string): boolean =>
  hasMarks(text) || leavesConflict(shownLines(base), shownLines(mine), shownLines(theirs), shownLines(text));

/** True while a text has the user's own lines somewhere where both sides changed them in different ways. */
export const keepsMine = (base: string, mine: string, theirs: string, text: string): boolean =>
  leavesConflict(shownLines(mine), shownLines(base), shownLines(theirs), shownLines(text));

const shownLines = (text: string): readonly string[] => linesOf(ended(editorText(text)));

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Lines with their line breaks, so that each side keeps its own; none of an empty text. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
