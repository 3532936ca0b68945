import * as vscode from "vscode";

/**
 * Whether VS Code deleted the thread: it does so without an event when the user collapses one that has no comments. A closed
 * tab changes nothing of its state.
 */
export const isDeletedThread = ({
  thread,
  shown,
}: {
  readonly thread: vscode.CommentThread;
  readonly shown: ReadonlyMap<string, unknown>;
}): boolean => shown.size === 0 && thread.collapsibleState === vscode.CommentThreadCollapsibleState.Collapsed;
