import type * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";

/** Milliseconds after which the thread is on screen, also where the computer is slow. */
const shownAfterMs = [500, 3000];

/**
 * VS Code 1.100 gives a thread that begins without comments no box for a reply until its comments are set while it is shown.
 * Later versions lose nothing by that, nor does a thread that is disposed by then.
 */
export const showReplyBox = (thread: vscode.CommentThread, clock: Clock): void => {
  if (thread.comments.length > 0) return;
  for (const ms of shownAfterMs)
    clock.setTimer(ms, () => {
      if (thread.comments.length === 0) thread.comments = [];
    });
};
