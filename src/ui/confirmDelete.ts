import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { confirm } from "./prompts.ts";

/** Asks before what was saved here of a file or folder is discarded with it. Throws CancelledError. */
export const confirmDeleteWithEdits = async (name: string, edits: number): Promise<void> => {
  if (edits === 0) return;
  const shown = plainText(name);
  await confirm(
    edits === 1
      ? vscode.l10n.t("Delete “{0}” and discard 1 unpublished edit?", shown)
      : vscode.l10n.t("Delete “{0}” and discard {1} unpublished edits?", shown, edits),
    vscode.l10n.t("What isn't published is stored on this computer only. Discarding it can't be undone."),
    vscode.l10n.t("Delete and Discard"),
  );
};
