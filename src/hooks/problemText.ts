import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { jsonErrorText, type JsonErrorName } from "../ui/jsonErrorText.ts";
import type { DocumentProblem, HookWarning } from "./hookDocument.ts";
import { HookConflict, HookProblem } from "./problem.ts";

const problemText = ({ kind, subject, cause }: HookProblem): string => {
  switch (kind) {
    case "nameIsFixed":
      return vscode.l10n.t(
        "A webhook keeps its name, which is “{0}”. Make a new webhook for another one.",
        subject,
      );
    case "hidden":
      return vscode.l10n.t(
        "The server hides part of {0} behind asterisks. Enter the full value again: nothing was sent.",
        subject,
      );
    case "halfDone":
      if (HttpError.is(cause) && cause.mayHaveSucceeded)
        return vscode.l10n.t(
          "The new config is in force. It is not known whether the rest was changed ({0}): {1}",
          subject,
          errorText(cause),
        );
      return vscode.l10n.t(
        "The new config is in force, but the rest was not changed ({0}): {1}",
        subject,
        errorText(cause ?? new Error("")),
      );
    case "inactive":
      return vscode.l10n.t("The webhook is inactive: the server tests it only when it is active.");
    case "notForPush":
      return vscode.l10n.t(
        "A test delivers the last push, and this webhook isn't subscribed to push. Add the event, or ping the webhook.",
      );
    case "unsaved":
      return vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", subject);
    case "outdated":
      return vscode.l10n.t("“{0}” was saved since then. There is nothing left to merge.", subject);
    case "elsewhere":
      return vscode.l10n.t(
        "Another window has sent, changed or discarded this webhook. Look at the webhooks of the repository: if you save again, another one is created.",
      );
    case "nothingCame":
      return vscode.l10n.t(
        "Nothing was delivered within 20 seconds. Look at the deliveries later; a repository without a commit has no push to test with.",
      );
  }
};

const conflictText = ({ now }: HookConflict): string =>
  now
    ? vscode.l10n.t("The webhook is different here and on the server. Nothing was overwritten.")
    : vscode.l10n.t("The webhook was deleted on the server. Nothing was sent.");

/** A problem as an error for people; anything else as it is. */
export const toHookError = (error: unknown): unknown => {
  if (error instanceof HookProblem) return new UserError(problemText(error));
  if (error instanceof HookConflict) return new UserError(conflictText(error), { cause: error });
  if (HttpError.is(error, "notFound"))
    return new UserError(
      vscode.l10n.t(
        "Not found. Either the webhook was deleted, or this account isn't an administrator of the repository: only administrators see its webhooks, with a token that has the scope repo or admin:repo_hook.",
      ),
      { cause: error },
    );
  return error;
};

/** What is wrong in a document, for people. */
export const documentProblemText = ({ kind, field, subject, proposal }: DocumentProblem): string => {
  switch (kind) {
    case "syntax":
      return vscode.l10n.t("Invalid JSON: {0}.", jsonErrorText(subject as JsonErrorName));
    case "notAnObject":
      return vscode.l10n.t("A webhook is an object with config, and name, active and events if you like.");
    case "unknownField":
      return proposal === undefined
        ? vscode.l10n.t("A webhook has no field “{0}”. It has: {1}.", field, subject)
        : vscode.l10n.t("A webhook has no field “{0}”. Did you mean “{1}”?", field, proposal);
    case "wrongType":
      return vscode.l10n.t("{0} must look like this: {1}.", field, subject);
    case "unknownEvent":
      return proposal === undefined
        ? vscode.l10n.t("{0} isn't an event of repositories.", subject)
        : vscode.l10n.t("{0} isn't an event of repositories. Did you mean “{1}”?", subject, proposal);
    case "noEvents":
      return vscode.l10n.t("A new webhook needs an event: without one, only pings are delivered.");
    case "noUrl":
      return vscode.l10n.t("config needs a url: the URL that events are delivered to.");
    case "badUrl":
      return vscode.l10n.t("“{0}” isn't a URL that starts with https:// or http://.", subject);
    case "badValue":
      return vscode.l10n.t("{0} is one of: {1}.", field, subject);
    case "configText":
      return vscode.l10n.t(
        "config is an object, or the text of a JSON object such as {0}; this text is neither.",
        '{ "url": "https://example.com/" }',
      );
    case "secret":
      return vscode.l10n.t("Don't write a secret into a document. Remove it, and use Rotate Webhook Secret.");
    case "hidden":
      return vscode.l10n.t("The asterisks hide the value of {0}. Enter the value itself.", field);
  }
};

export const warningText = (warning: HookWarning): string => {
  switch (warning) {
    case "plainHttp":
      return vscode.l10n.t(
        "The URL doesn't use https: others on the network can read and change what is delivered.",
      );
    case "unchecked":
      return vscode.l10n.t(
        "insecure_ssl is on: the receiver's certificate is not checked, so anyone can pretend to be the receiver.",
      );
    case "loopback":
      return vscode.l10n.t("The URL is on this computer: the server can't reach it.");
  }
};
