import * as vscode from "vscode";
import { showStatus } from "../../ui/showStatus.ts";
import { showStatusWhile } from "../../ui/showStatusWhile.ts";
import type { FilePlace } from "../types.ts";
import { Drafts } from "./drafts.ts";
import type { PublishMode, SaveOutcome } from "./engineOptions.ts";
import { isHeldByUser, type PendingEdit } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

const shownMs = 6000;

/** What becomes of an edit that is stored until it is published. */
const storedText = (edit: PendingEdit | undefined, mode: PublishMode, isSignedOut: boolean): string => {
  if (edit?.state === "conflict")
    return vscode.l10n.t("“{0}” was changed on both sides: see Unpublished.", edit.place.fileName);
  if (isHeldByUser(edit)) return vscode.l10n.t("Stored on this computer until you publish it.");
  // What is published after a pause waits for that from the sign-in on.
  if (isSignedOut && (edit?.isAutomatic || mode === "afterPause") && mode !== "manual")
    return vscode.l10n.t("Stored on this computer. It is published after you sign in to its account again.");
  switch (mode) {
    case "manual":
      return vscode.l10n.t("Stored on this computer until you publish it.");
    case "afterPause":
      return vscode.l10n.t("Stored on this computer. It is published after a pause.");
    case "onSave":
      return edit?.isAutomatic
        ? vscode.l10n.t("Stored on this computer. It is published when you save, or after a pause.")
        : vscode.l10n.t("Stored on this computer until you publish it.");
  }
};

/** Whether a write was made that may have reached the service. */
const isUnconfirmed = (edit: PendingEdit | undefined): boolean => (edit?.unconfirmed ?? []).length > 0;

const queuedText = (edit: PendingEdit | undefined): string => {
  // It has a message of its own.
  if (edit?.reason === "signedOut") return "";
  return isUnconfirmed(edit)
    ? vscode.l10n.t(
        "It may be published already, but the server didn't confirm it. This is checked before it is sent again.",
      )
    : vscode.l10n.t("Stored on this computer, and sent as soon as the server accepts it.");
};

/** Says that an editor shows what another window has saved and not published, as long as it is so. */
export const showOtherWindow = ({ id, place }: PendingEdit, pending: PendingEdits): void =>
  showStatusWhile(
    vscode.l10n.t("“{0}” shows an edit of another window that isn't published yet.", place.fileName),
    2 * shownMs,
    pending.onDidChange,
    () => pending.record(id) !== undefined,
  );

interface OutcomeDeps {
  readonly pending: PendingEdits;
  readonly modeOf: (place: FilePlace) => PublishMode;
  readonly isSignedOut: boolean;
}

/** Shows the outcome of a save, unless it was simply published. What is stored is said as long as it is. */
export const showOutcome = (
  outcome: SaveOutcome,
  place: FilePlace,
  { pending, modeOf, isSignedOut }: OutcomeDeps,
): void => {
  const edit = pending.of(place).at(-1);
  const texts: Readonly<Record<SaveOutcome, string>> = {
    published: "",
    unchanged: vscode.l10n.t("No changes: nothing was sent."),
    // The editor is about to show another edit, which is not published.
    merged: edit ? "" : vscode.l10n.t("Published, merged with changes made elsewhere."),
    kept: storedText(edit, Drafts.isDraftId(place.gistId) ? "onSave" : modeOf(place), isSignedOut),
    // These have a message of their own.
    refused: "",
    conflict: "",
    heldBack: vscode.l10n.t("Stored on this computer, not sent: see Unpublished."),
    queued: queuedText(edit),
  };
  const text = texts[outcome];
  if (text === "") return;
  if (!edit) showStatus(text, shownMs);
  else
    showStatusWhile(text, shownMs, pending.onDidChange, () =>
      pending.of(place).some(({ state }) => state === edit.state),
    );
};
