import * as vscode from "vscode";

/** Why a changed comment is not at the server. */
export const goneText = (): string =>
  vscode.l10n.t("The comment was deleted on the server. What you wrote is stored as a draft.");

/** Why a draft is neither sent nor discarded here: that would send it twice, or leave it at the server. */
export const sentElsewhereText = (): string =>
  vscode.l10n.t(
    "Another window may be sending this comment, or this one before it was reloaded. Try again in a minute.",
  );

/** Why a changed comment was not sent by a sign-out, which offers no choice. */
export const changedText = (): string =>
  vscode.l10n.t("A comment was changed on the server. Send your text from its conversation, or discard it there.");
