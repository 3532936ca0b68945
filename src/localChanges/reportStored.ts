import * as vscode from "vscode";
import { HeldBackError, isCancelled, SignedOutError } from "../base/errors.ts";
import { asClause } from "../base/punctuation.ts";
import { HttpError } from "../client/errors.ts";
import { saidBy } from "../ui/localizedText.ts";
import { errorText, retryText, signedOutSaveText } from "../ui/errorText.ts";
import { showWarning } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";
import { showStatusWhile } from "../ui/showStatusWhile.ts";
import { plainText } from "../ui/plainText.ts";
import { sentences } from "../ui/sentences.ts";
import type { LocalChangesFeature } from "./feature.ts";
import { localChangeCommands } from "../ids.ts";
import { publishedSinceText } from "../ui/conflicts.ts";
import { nameOf } from "./label.ts";
import { isSentByItself } from "./isSentByItself.ts";
import type { LocalChange, LocalChanges } from "./model.ts";

/** A save of the user's that was not sent, and is a local change now. */
interface StoredSave {
  readonly uri: vscode.Uri;
  readonly error: unknown;
  /** What it is stored as; undefined where nothing of it differs from what the server has. */
  readonly change: LocalChange | undefined;
  /** Whether it can be sent as it is. */
  readonly canTryAgain: boolean;
}

interface StoredSaveDeps {
  readonly localChanges: Pick<LocalChangesFeature, "changes" | "publish" | "publishAfterSignIn" | "signIn">;
  /** The name of the action in messages. */
  readonly what: string;
  /** The error for people; anything else as it is. */
  readonly toUserError: (error: unknown) => unknown;
  /** `again`: does what failed again, after the user granted what it lacked. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

/** Says that the user canceled the sending of a change, as long as it isn't sent. */
export const showStoredNotSent = (changes: LocalChanges, change: LocalChange | undefined): void =>
  showStatusWhile(
    vscode.l10n.t("Stored on this computer, not sent: see Unpublished."),
    6000,
    changes.onDidChange,
    () => !change || changes.latestOf(change) !== undefined,
  );

/** Shows why a save was not sent, once, with what can be done about it. Throws what that leads to. */
export const reportStored = async (
  { localChanges, what, toUserError, onError }: StoredSaveDeps,
  { uri, error, change, canTryAgain }: StoredSave,
): Promise<void> => {
  const { changes, publish, publishAfterSignIn, signIn } = localChanges;
  const stored = change ? vscode.l10n.t("Your changes are stored on this computer.") : "";
  if (error instanceof HeldBackError) {
    const review = vscode.l10n.t("Review and Publish...");
    const text = sentences(
      vscode.l10n.t("“{0}” was not sent: there may be a secret in it.", plainText(nameOf(uri))),
      stored,
    );
    if ((await showWarning(text, review)) === review && change) await publish(change);
    return;
  }
  if (isCancelled(error)) {
    showStoredNotSent(changes, change);
    return;
  }
  // The account asks for another token by itself.
  if (HttpError.is(error, "unauthorized")) {
    onError(what, error);
    if (change) publishAfterSignIn(change);
    return;
  }
  if (HttpError.is(error, "permission", "notFound") && error.missing !== undefined) {
    onError(what, error, async () => change && publish(change));
    return;
  }
  const name = plainText(nameOf(uri));
  if (error instanceof SignedOutError) {
    if (change) publishAfterSignIn(change);
    const title = vscode.l10n.t("Sign In...");
    if ((await showWarning(signedOutSaveText(nameOf(uri)), title)) === title) await signIn();
    return;
  }
  const tryAgain = vscode.l10n.t("Try Again");
  const why = plainText(change && isSentByItself(change) ? retryText(error) : errorText(toUserError(error)));
  const text =
    HttpError.is(error) && error.mayHaveSucceeded
      ? vscode.l10n.t(
          "“{0}” may have been sent, but the server did not confirm it: {1}.",
          name,
          asClause(plainText(saidBy(error))),
        )
      : vscode.l10n.t("“{0}” was not sent: {1}", name, why);
  // Before that time the rate limit would refuse it again.
  const isRateLimited = change?.reason === "failed" && change.retryAt !== undefined;
  // What only another text or another place can change: the change can be rescued, or given up.
  const isFinal = change?.reason === "refused" || change?.reason === "gone";
  const [save, discard] = [vscode.l10n.t("Save Locally"), vscode.l10n.t("Discard...")];
  const buttons = [...(canTryAgain && !isRateLimited ? [tryAgain] : []), ...(isFinal ? [save, discard] : [])];
  const answer = await showWarning(sentences(text, stored), ...buttons);
  if (!change || answer === undefined) return;
  if (answer === tryAgain) {
    await publish(change);
    return;
  }
  await changes.refresh();
  const latest = changes.latestOf(change);
  // Without it, the command would be about another change.
  if (!latest) {
    showStatus(publishedSinceText(nameOf(uri)), 6000);
    return;
  }
  const command = answer === save ? localChangeCommands.saveToFile : localChangeCommands.discard;
  await (await import("../ui/errorButtons.ts")).runCommand(command, { kind: "localChange", change: latest });
};
