import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { jsonErrorIn } from "../ui/jsonErrorText.ts";
import { lookOf } from "./stateLook.ts";
import { payloadOf } from "./payload.ts";
import { DeploymentProblem } from "./problem.ts";

const problemText = ({ kind, subject, contexts, invalidJson }: DeploymentProblem): string => {
  switch (kind) {
    case "badPayload":
      return invalidJson === undefined
        ? vscode.l10n.t("A payload is a JSON object, such as {0}. Nothing was sent.", '{ "region": "north" }')
        : vscode.l10n.t("The payload isn't valid JSON: nothing was sent. {0}", jsonErrorIn(invalidJson));
    case "unknownRef":
      return vscode.l10n.t("The repository has no branch, tag or commit “{0}”. Nothing was deployed.", subject);
    case "empty":
      return vscode.l10n.t("The repository is empty: there is nothing to deploy.");
    case "conflict":
      return vscode.l10n.t(
        "Nothing was deployed: the default branch can't be merged into the ref ({0}). Merge it yourself, or deploy without merging first.",
        subject,
      );
    case "failedChecks":
      return contexts.length === 0
        ? vscode.l10n.t("Nothing was deployed: checks of “{0}” have not passed.", subject)
        : vscode.l10n.t(
            "Nothing was deployed: these checks of “{0}” have not passed: {1}. Wait for them, or name the ones that must.",
            subject,
            contexts.map(({ context, state }) => `${context} (${lookOf(state).text})`).join(", "),
          );
    case "noAccess":
      return vscode.l10n.t(
        "Only users who can push to {0} can deploy it: this account can't, its token lacks the scope repo, or the repository no longer exists.",
        subject,
      );
  }
};

/** A problem of deployments as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown =>
  error instanceof DeploymentProblem ? new UserError(problemText(error), { cause: error.cause }) : error;

/** Why a text is no payload; undefined for one that can be sent. */
export const payloadProblem = (text: string): string | undefined => {
  try {
    payloadOf(text);
    return undefined;
  } catch (error) {
    return errorText(toUserError(error));
  }
};
