import * as vscode from "vscode";
import { showStatus } from "../../ui/showStatus.ts";
import type { CommitOutcome } from "./writeOptions.ts";

/** Shows the outcome of a save, unless it was simply committed. */
export const showOutcome = (outcome: CommitOutcome): void => {
  if (outcome === "committed") return;
  const text =
    outcome === "merged"
      ? vscode.l10n.t("Committed, merged with changes made elsewhere.")
      : vscode.l10n.t("No changes: nothing was sent.");
  showStatus(text, 6000);
};
