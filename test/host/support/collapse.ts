import { CommentThreadCollapsibleState, type CommentThread } from "vscode";
import { eventually } from "../../support/eventually.ts";

/** Longer than VS Code takes to send a state back. Milliseconds. */
const settleMs = 300;

/**
 * Collapses a thread as VS Code does when the user does so. VS Code sends each state that it is given back a moment later, which
 * would overwrite a newer one: so it is set until it stays.
 */
export const collapse = async (thread: CommentThread): Promise<void> => {
  const { Collapsed } = CommentThreadCollapsibleState;
  await eventually(async () => {
    thread.collapsibleState = Collapsed;
    const end = Date.now() + settleMs;
    while (Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (thread.collapsibleState !== Collapsed) return false;
    }
    return true;
  }, "the thread stays collapsed");
};
