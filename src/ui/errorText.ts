import * as vscode from "vscode";
import { asClause } from "../base/punctuation.ts";
import { accountInText } from "../base/uriPart.ts";
import { CancelledAfterSendingError, messageOf, SignedOutError } from "../base/errors.ts";
import { type FieldError, HttpError, isTokenMissing } from "../client/errors.ts";
import { NotOfferedError } from "../client/notOffered.ts";
import { clockText } from "./clockText.ts";
import { saidBy } from "./localizedText.ts";
import { missingPermissionText } from "./permissionText.ts";
import { inertText, plainText } from "./plainText.ts";
import { sentence, sentences } from "./sentences.ts";

const fieldText = (error: FieldError): string =>
  error.message ?? [error.resource, error.field, error.code].filter((part) => part !== undefined).join(" ");

const details = (error: HttpError): string => {
  const texts = error.errors.map(fieldText).filter((text) => text !== "");
  return texts.length > 0 ? ` (${texts.join("; ")})` : "";
};

/** What the credentials lack where the thing exists and is private. */
const missingText = ({ missing }: HttpError): string => (missing ? sentence(missingPermissionText(missing)) : "");

/** Never says that nothing happened: that is not known. */
const unconfirmedText = (error: HttpError, said: string): string => {
  const retry =
    error.retryAt === undefined
      ? vscode.l10n.t("Refresh before you try again.")
      : vscode.l10n.t("Refresh before you try again, at {0} at the earliest.", clockText(error.retryAt));
  return sentences(
    vscode.l10n.t("The change may have been made, but the server did not confirm it: {0}.", said),
    retry,
  );
};

/** Another server than the API, such as a proxy or a website, may have answered. */
const isOtherThanJson = ({ raw }: HttpError): boolean =>
  raw !== undefined && !/\bjson\b/i.test(raw.headers["content-type"] ?? "");

export const missingTokenText = (): string =>
  vscode.l10n.t("There's no token for this account on this computer. Replace the token.");

const httpText = (error: HttpError): string => {
  const own = saidBy(error);
  const said = plainText(own + details(error));
  /** For a place in a sentence. */
  const reason = asClause(said);
  if (error.mayHaveSucceeded) return unconfirmedText(error, reason);
  switch (error.kind) {
    case "unauthorized":
      if (isTokenMissing(error)) return missingTokenText();
      return vscode.l10n.t("The server no longer accepts the token. Replace the token.");
    case "permission":
      return error.missing ? missingText(error) : sentence(said);
    case "forbidden":
      return vscode.l10n.t("The server refused it: {0}.", reason);
    case "notFound":
      return sentences(
        vscode.l10n.t("Not found. It may have been deleted, or this account may not have access."),
        missingText(error),
      );
    case "gone":
      return vscode.l10n.t("The server has removed it.");
    case "conflict":
      // It may have been changed by someone else, or there may be two of it: the server's words say which.
      return vscode.l10n.t("The server reports a conflict: {0}. Refresh and try again.", reason);
    case "unprocessable":
    case "badRequest":
      return vscode.l10n.t("The server does not accept this: {0}.", reason);
    case "rateLimited":
      if (error.retryAt === undefined) return vscode.l10n.t("Rate limit exceeded. Try again in a minute.");
      return vscode.l10n.t("Rate limit exceeded until {0}. Try again then.", clockText(error.retryAt));
    case "server":
      return error.retryAt === undefined
        ? vscode.l10n.t("The server failed ({0}). Try again later.", reason)
        : vscode.l10n.t("The server failed ({0}). Try again at {1}.", reason, clockText(error.retryAt));
    case "unreadable":
      if (isOtherThanJson(error))
        return vscode.l10n.t("The server's response can't be read. Check that the URL is the one of its API.");
      // Another try brings nothing where the body was too long to be read.
      return error.raw?.body === "" ? own : vscode.l10n.t("{0} Try again.", own);
    case "network":
      return vscode.l10n.t("{0} Check the connection, the proxy and the server's URL.", own);
    case "cors":
      return vscode.l10n.t("{0} Ask the server's administrators to allow it, or use VS Code on the desktop.", own);
    case "certificate":
      return vscode.l10n.t(
        "{0} Add the certificate of your organization to the system, or ask its administrators.",
        own,
      );
    case "timeout":
      return vscode.l10n.t("{0} Try again.", own);
    case "redirect":
      return vscode.l10n.t("{0} Check the server's URL.", own);
    case "validation":
    case "http":
      return sentence(said);
  }
};

/** Why something that is sent again by itself was not sent, and when that is. */
export const retryText = (error: unknown): string => {
  if (HttpError.is(error, "network", "timeout", "server")) {
    const said =
      error.kind === "server"
        ? vscode.l10n.t("The server failed ({0}).", asClause(plainText(saidBy(error))))
        : saidBy(error);
    return inertText(vscode.l10n.t("{0} Forgeside tries again by itself.", sentence(said)));
  }
  if (!HttpError.is(error, "rateLimited")) return errorText(error);
  return error.retryAt === undefined
    ? vscode.l10n.t("Rate limit exceeded. Forgeside tries again in a few minutes.")
    : vscode.l10n.t("Rate limit exceeded. Forgeside tries again at {0}.", clockText(error.retryAt));
};

/** What a save says whose account is signed out. `name`: of the file or webhook. */
export const signedOutSaveText = (name: string): string =>
  vscode.l10n.t(
    "“{0}” was not sent: its account is signed out. Your changes are stored on this computer, and are sent when you sign in again.",
    plainText(name),
  );

const textOf = (error: unknown): string => {
  if (HttpError.is(error)) return httpText(error);
  if (error instanceof SignedOutError)
    return vscode.l10n.t("The account {0} is signed out. Sign in again.", accountInText(error.accountId));
  if (error instanceof CancelledAfterSendingError)
    return vscode.l10n.t("Canceled after it was sent: the server may still carry it out.");
  if (error instanceof NotOfferedError) return vscode.l10n.t("This server doesn't offer this.");
  return messageOf(error);
};

/** One sentence or two for people: what failed and what to do. VS Code shows it as it is: no text in it is a link. */
export const errorText = (error: unknown): string => inertText(textOf(error));
