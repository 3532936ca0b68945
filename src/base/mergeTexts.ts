import { merge } from "node-diff3";

/** Undefined when both sides changed the same place in different ways. */
export const mergeTexts = (base: string, mine: string, theirs: string): string | undefined => {
  const { conflict, result } = merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true });
  return conflict ? undefined : result.join("");
};

/** Lines with their line breaks, so that each side keeps its own. */
const lines = (text: string): string[] => text.split(/(?<=\n)/);
