import * as vscode from "vscode";
import {
  CancelledAfterSendingError,
  ChoiceError,
  isCancelled,
  OutdatedError,
  SignedOutError,
  UserError,
} from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { NotOfferedError } from "../client/notOffered.ts";
import { refusalOf } from "../client/refusalOf.ts";
import { errorText } from "./errorText.ts";
import { actionTitle } from "./actionTitle.ts";
import type { Log } from "./log.ts";
import { isEditorSuperseded } from "./isEditorSuperseded.ts";
import { showErrorMessage, showInformation, showWarning } from "./messages.ts";
import { grantTitle } from "./permissionText.ts";

/** Shows what is wrong until it is answered: VS Code hides a warning after a few seconds, and no error with buttons. */
export const showErrorUntilAnswered = (text: string, button: string): Thenable<string | undefined> =>
  showErrorMessage(text, button);

/** Also what was answered 401 although the server accepts the token. */
const isPassing = (error: HttpError): boolean =>
  error.code === 401 || HttpError.is(error, "network", "timeout", "server", "unreadable");

/** Commands that make something of nothing that is shown, or send what was typed: where they are refused, nothing is new. */
const makesNew =
  /^forgeside\.(share\.(?!undo)|gist\.(share|import)|(gist|repo|authorization)\.create$|feed\.add|account|operation)/;

/** What is shown may be old: a row of something that was deleted since then. A refresh that finds nothing brings no other. */
const isStale = (what: string, error: unknown): boolean =>
  (error instanceof OutdatedError || (HttpError.is(error, "notFound", "gone") && what.startsWith("forgeside."))) &&
  !what.includes(".refresh") &&
  !makesNew.test(what);

/** A situation that the user can be in, such as nothing being selected: neither an error nor of interest to a developer. */
const isExpected = (error: unknown): boolean =>
  error instanceof NotOfferedError ||
  (error instanceof UserError && !refusalOf(error) && !(error.cause instanceof vscode.FileSystemError));

/** What the server or the connection refused begins with what failed; texts for people say it themselves. */
const httpErrorText = (what: string, error: HttpError | NotOfferedError): string => {
  const title = actionTitle(what);
  return title === undefined ? errorText(error) : vscode.l10n.t("{0}: {1}", title, errorText(error));
};

/**
 * The only place that shows an error message, and says as a warning what the user can be expected to meet. `what` is the id of the command that failed, or the localized name of the
 * action. `again` does what failed again, once the user granted what it lacked or wants another
 * try. What the user cancelled, or left for another editor, is not shown.
 */
export const showError = async (
  what: string,
  error: unknown,
  log: Pick<Log, "error" | "info" | "show">,
  again?: () => Promise<void>,
  target?: unknown,
): Promise<void> => {
  if (error instanceof CancelledAfterSendingError) {
    const refresh = vscode.l10n.t("Refresh");
    if ((await showInformation(errorText(error), refresh)) === refresh)
      await (await import("./errorButtons.ts")).refreshFor(what, target);
    return;
  }
  if (isCancelled(error)) return;
  const superseded = isEditorSuperseded(error);
  if (superseded || isExpected(error)) log.info(`${what}: ${errorText(error)}`);
  else log.error(what, error instanceof UserError ? (refusalOf(error) ?? error.cause) : error);
  if (superseded) return;
  // The account asks for another token by itself; a second message would only be noise.
  if (HttpError.is(error, "unauthorized")) return;
  if (HttpError.is(error, "permission", "notFound") && error.missing) {
    const { missing } = error;
    const title = grantTitle(missing);
    // A user who browses without an account is asked by the sign-in itself.
    const asksItself = missing.kind === "signIn" && what.startsWith("forgeside.");
    if (!asksItself && (await showErrorMessage(httpErrorText(what, error), title)) !== title) return;
    try {
      if ((await error.grant?.()) === true) await again?.();
    } catch (failure) {
      await showError(what, failure, log);
    }
    return;
  }
  if (error instanceof ChoiceError) {
    const answer = await showWarning(errorText(error), ...error.choices.map(({ title }) => title));
    try {
      await error.choices.find(({ title }) => title === answer)?.run();
    } catch (failure) {
      await showError(what, failure, log);
    }
    return;
  }
  if (HttpError.is(error)) {
    const isUnknown = error.mayHaveSucceeded || error.kind === "conflict" || isStale(what, error);
    const refresh = isUnknown ? vscode.l10n.t("Refresh") : undefined;
    // What another user did at the same moment may be over.
    const mayPass = (!isUnknown && isPassing(error)) || (error.kind === "conflict" && !error.mayHaveSucceeded);
    const tryAgain = again && mayPass ? vscode.l10n.t("Try Again") : undefined;
    const buttons = [tryAgain, refresh].filter((button) => button !== undefined);
    const answer = await showErrorMessage(httpErrorText(what, error), ...buttons);
    if (answer === undefined) return;
    try {
      if (answer === refresh) await (await import("./errorButtons.ts")).refreshFor(what, target);
      if (answer === tryAgain) await again?.();
    } catch (failure) {
      await showError(what, failure, log, again, target);
    }
    return;
  }
  if (error instanceof SignedOutError) {
    const title = vscode.l10n.t("Sign In...");
    if ((await showWarning(errorText(error), title)) !== title) return;
    if (await (await import("./errorButtons.ts")).signIn()) await again?.();
    return;
  }
  if (error instanceof UserError || error instanceof NotOfferedError) {
    const isOutdated = isStale(what, error) || (error instanceof UserError && isStale(what, error.cause));
    const show = isExpected(error) ? showWarning : showErrorMessage;
    const text = error instanceof UserError ? errorText(error) : httpErrorText(what, error);
    const answer = await show(text, ...(isOutdated ? [vscode.l10n.t("Refresh")] : []));
    if (answer !== undefined) await (await import("./errorButtons.ts")).refreshFor(what, target);
    return;
  }
  const text = vscode.l10n.t("{0} failed unexpectedly: {1}", actionTitle(what) ?? what, errorText(error));
  const showLog = vscode.l10n.t("Show Log");
  if ((await showErrorMessage(text, showLog)) === showLog) log.show();
};
