import { merge } from "node-diff3";

/** Undefined when both sides changed the same place in different ways. */
export const mergeTexts = (base: string, mine: string, theirs: string): string | undefined => {
  const { conflict, result } = merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true });
  return conflict ? undefined : result.join("");
};

const begin = "<<<<<<<";

/** Both sides in one text, as git marks them. A merge editor begins anew with a text that has such marks. */
export const markConflicts = (base: string, mine: string, theirs: string): string => {
  const { result } = merge(lines(ended(mine)), lines(ended(base)), lines(ended(theirs)), {
    excludeFalseConflicts: true,
    label: { a: "Mine", b: "Service" },
  });
  const text = result.map((line) => (line.endsWith("\n") ? line : `${line}\n`)).join("");
  return hasMarks(text) ? text : `${begin} Mine\n${ended(mine)}=======\n${ended(theirs)}>>>>>>> Service\n`;
};

/** True while lines that both sides changed are still marked. */
export const hasMarks = (text: string): boolean => text.split("\n").some((line) => line.startsWith(begin));

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Lines with their line breaks, so that each side keeps its own. */
const lines = (text: string): string[] => text.split(/(?<=\n)/);
