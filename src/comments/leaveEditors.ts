import * as vscode from "vscode";
import { confirm } from "../ui/prompts.ts";
import { ShownComment } from "./commentView.ts";

/**
 * Asks before a sign-out closes the editors of an account's comments: what is typed in them can't be read until it is saved.
 * Throws CancelledError unless it is confirmed.
 */
export const leaveEditors = async (
  threads: readonly { readonly thread: vscode.CommentThread }[],
  accountId: string,
): Promise<true> => {
  const rows = threads.flatMap(({ thread }) => thread.comments);
  if (rows.some((row) => row instanceof ShownComment && row.place.accountId === accountId && row.isEdited))
    await confirm(
      vscode.l10n.t("Sign out while a comment is edited?"),
      vscode.l10n.t("Its editor is closed. What you typed since its last save is lost."),
      vscode.l10n.t("Sign Out"),
    );
  return true;
};
