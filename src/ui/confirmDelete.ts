import * as vscode from "vscode";
import { plainText } from "./plainText.ts";
import { confirm } from "./prompts.ts";
import { pluralText } from "./pluralText.ts";

/** Asks before what was saved here of a file or folder is discarded with it. Throws CancelledError. */
export const confirmDeleteWithEdits = async (name: string, edits: number): Promise<void> => {
  if (edits === 0) return;
  const shown = plainText(name);
  await confirm(
    pluralText(
      vscode.l10n.t(
        "{count, plural, one {Delete “{0}” and discard # unpublished edit?} other {Delete “{0}” and discard # unpublished edits?}}",
      ),
      edits,
      shown,
    ),
    vscode.l10n.t("What isn't published is stored on this computer only. Discarding it can't be undone."),
    vscode.l10n.t("Delete and Discard"),
  );
};
