import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { showStatus, showWarning } from "../ui/messages.ts";
import { plainText } from "../ui/plainText.ts";
import { nameOf } from "./label.ts";

/** A save of the user's that was not sent, and is a local change now. */
interface StoredSave {
  readonly uri: vscode.Uri;
  readonly error: unknown;
  /** Whether it can be sent as it is. */
  readonly canTryAgain: boolean;
}

interface StoredSaveParts {
  /** The name of the action in messages. */
  readonly what: string;
  /** The error for people; anything else as it is. */
  readonly toUserError: (error: unknown) => unknown;
  /** `again`: does what failed again, after the user granted what it lacked. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
  /** Sends what is stored of the document. */
  readonly publish: (uri: vscode.Uri) => Promise<void>;
  /** Sends it once the account has another token. */
  readonly publishAfterSignIn: (uri: vscode.Uri) => void;
}

/** Shows why a save was not sent, once, with what can be done about it. Throws what that leads to. */
export const reportStored = async (
  { what, toUserError, onError, publish, publishAfterSignIn }: StoredSaveParts,
  { uri, error, canTryAgain }: StoredSave,
): Promise<void> => {
  if (isCancelled(error)) {
    showStatus(vscode.l10n.t("Stored on this computer, not sent: see Unpublished."), 6000);
    return;
  }
  // The account asks for another token by itself.
  if (HttpError.is(error, "unauthorized")) {
    onError(what, error);
    publishAfterSignIn(uri);
    return;
  }
  if (HttpError.is(error, "permission", "notFound") && error.missing !== undefined) {
    onError(what, error, () => publish(uri));
    return;
  }
  const tryAgain = vscode.l10n.t("Try Again");
  const text = vscode.l10n.t(
    "“{0}” was not sent: {1} Your changes are stored on this computer.",
    plainText(nameOf(uri)),
    plainText(errorText(toUserError(error))),
  );
  if ((await showWarning(text, ...(canTryAgain ? [tryAgain] : []))) === tryAgain) await publish(uri);
};
