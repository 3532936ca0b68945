import type { FileChange } from "./commitErrors.ts";

/** Stands for the names of the files. */
const mark = "${files}";

const namesOf = (changes: readonly FileChange[]): readonly string[] =>
  changes.map(({ place }) => place.path.split("/").at(-1) ?? place.path);

const listed = (changes: readonly FileChange[], countText: (count: number) => string): string => {
  const names = namesOf(changes);
  return names.length > 3 ? countText(names.length) : names.join(", ");
};

/** The message that a template makes for these files. */
export const filled = (
  template: string,
  changes: readonly FileChange[],
  countText: (count: number) => string,
): string => template.replaceAll(mark, () => listed(changes, countText));

/**
 * The template that a message is of: the names of its files stand in it. Undefined for one that would be no template,
 * such as a message about this change only, and for deletions and moves, whose messages say so.
 */
export const templateOf = (message: string, changes: readonly FileChange[]): string | undefined => {
  const names = namesOf(changes).join(", ");
  if (names === "" || changes.some(({ kind, from }) => kind === "delete" || from !== undefined)) return undefined;
  const [subject = ""] = message.split("\n");
  return subject.includes(names) ? subject.replaceAll(names, () => mark) : undefined;
};
