import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { contextValue } from "../tree/node.ts";

/** The menus of a thread. One that the user began by clicking a line has none until it is given this. */
export const threadContext = contextValue("commentThread", []);

/** Milliseconds after which the thread is on screen, also where the computer is slow. */
const shownAfterMs = [500, 3000];

/**
 * Called when the thread is shown: VS Code 1.100 gives one without comments no box for a reply until its comments are set then.
 * Later versions lose nothing by that, nor does a thread that is disposed by then.
 */
export const showReplyBox = (thread: vscode.CommentThread): void => {
  if (thread.comments.length > 0) return;
  for (const ms of shownAfterMs)
    systemClock.setTimer(ms, () => {
      if (thread.comments.length === 0) thread.comments = [];
    });
};

/** An unfolded thread in which one can reply. Without a range, it is on the file as a whole. */
export const createThread = (
  controller: vscode.CommentController,
  uri: vscode.Uri,
  range: vscode.Range | undefined,
  comments: readonly vscode.Comment[],
): vscode.CommentThread => {
  // VS Code takes no range, as threads that users begin may have none; the type of the parameter does not say so.
  const thread = controller.createCommentThread(uri, range as vscode.Range, comments);
  thread.contextValue = threadContext;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  showReplyBox(thread);
  return thread;
};
