import type { ChangedFile, Commit, CommitComment } from "../../client/types/commit.ts";
import { lineAtPosition, positionOfLine } from "./position.ts";
import type { Anchor } from "./types.ts";

/** Where a comment is shown in a file. */
interface Spot {
  /** From 1, the first line for what has no line there; absent for what is on the file as a whole. */
  readonly line?: number;
  /** What a reader cannot see from the line. */
  readonly state?: "outdated" | "removed";
}

export const anchorOf = ({ path, line, position }: CommitComment): Anchor | undefined =>
  path === null
    ? undefined
    : { path, ...(line === null ? {} : { line }), ...(position === null ? {} : { position }) };

/** What is sent for a comment on a line, or on the file as a whole: outside of the patch, the file and its line alone. */
export const anchorAt = ({ filename, patch }: ChangedFile, line: number | undefined): Anchor => {
  if (line === undefined) return { path: filename };
  const position = patch === undefined ? undefined : positionOfLine(patch, line);
  return { path: filename, line, ...(position === undefined ? {} : { position }) };
};

/** The file of a commit after it; undefined when there is none. */
export const fileOf = ({ files = [] }: Commit, path: string | undefined): ChangedFile | undefined =>
  files.find(({ filename, status }) => filename === path && status !== "removed");

/** Whether the commit's conversation shows it: it stands on no file, or on one whose lines may not be seen. */
export const isInConversation = (commit: Commit | undefined, anchor: Anchor | undefined): boolean =>
  anchor === undefined || (commit !== undefined && fileOf(commit, anchor.path)?.patch === undefined);

export const spotIn = ({ patch }: ChangedFile, { line, position }: Anchor, lineCount: number): Spot => {
  if (line !== undefined && line >= 1 && line <= lineCount) return { line };
  const at = position === undefined || patch === undefined ? undefined : lineAtPosition(patch, position);
  if (at && at.line <= lineCount) return { line: at.line, ...(at.isRemoved ? { state: "removed" } : {}) };
  return line === undefined && position === undefined ? {} : { line: 1, state: "outdated" };
};
