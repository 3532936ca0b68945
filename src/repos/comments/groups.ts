import * as vscode from "vscode";
import type { Commit, CommitComment } from "../../client/types/commit.ts";
import { anchorOf, fileOf, isInConversation, spotIn } from "./spot.ts";
import type { Anchor, CommitDraft } from "./types.ts";

/** What one thread has in it. */
export interface ThreadGroup {
  readonly comments: CommitComment[];
  readonly drafts: CommitDraft[];
  /** What a reader cannot see from where a comment stands. */
  readonly notes: Map<unknown, string>;
  /** Where a reply goes; on the commit itself without one. */
  anchor: Anchor | undefined;
}

/** The key of the thread that is at no line: that of a conversation or, in the document of a file, of the file as a whole. */
export const noLine = 0;

const whereText = ({ path, line }: Anchor): string =>
  line === undefined ? vscode.l10n.t("on {0}", path) : vscode.l10n.t("on {0}, line {1}", path, line);

const stateText = (state: "outdated" | "removed", { line }: Anchor): string => {
  if (state === "removed") return vscode.l10n.t("on a removed line");
  return line === undefined ? vscode.l10n.t("its line is not here") : vscode.l10n.t("line {0} is not here", line);
};

/** The threads of a document by line, from 1, or `noLine`; without a path it is the commit's conversation. */
export const groupsOf = (
  {
    commit,
    comments,
    drafts,
  }: {
    readonly commit: Commit | undefined;
    readonly comments: readonly CommitComment[];
    readonly drafts: readonly CommitDraft[];
  },
  path: string | undefined,
  lineCount: number,
): ReadonlyMap<number, ThreadGroup> => {
  const groups = new Map<number, ThreadGroup>();
  const file = commit && fileOf(commit, path);
  const groupAt = (line: number, anchor: Anchor | undefined): ThreadGroup => {
    const known = groups.get(line);
    if (known) return known;
    const group = { comments: [], drafts: [], notes: new Map<unknown, string>(), anchor };
    groups.set(line, group);
    return group;
  };
  /** The group of this document that shows it. One on a file without differences is in the conversation, too. */
  const groupFor = (row: unknown, anchor: Anchor | undefined): ThreadGroup | undefined => {
    if (path === undefined) {
      if (!isInConversation(commit, anchor)) return undefined;
      const group = groupAt(noLine, undefined);
      if (anchor) group.notes.set(row, whereText(anchor));
      return group;
    }
    if (!file || anchor?.path !== path) return undefined;
    const { line = noLine, state } = spotIn(file, anchor, lineCount);
    const group = groupAt(line, anchor);
    if (state) group.notes.set(row, stateText(state, anchor));
    return group;
  };
  if (path === undefined) groupAt(noLine, undefined);
  for (const comment of comments) groupFor(comment, anchorOf(comment))?.comments.push(comment);
  for (const draft of drafts) {
    const edited = comments.find(({ id }) => id === draft.editOf);
    groupFor(draft, edited ? anchorOf(edited) : draft.anchor)?.drafts.push(draft);
  }
  return groups;
};
