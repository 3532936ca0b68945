import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { feedText } from "./feedText.ts";
import { ActivityProblem } from "./problem.ts";

const textOf = ({ kind, feed }: ActivityProblem): string => {
  switch (kind) {
    case "gone":
      return vscode.l10n.t(
        "{0}: the server has no such feed for you. It was deleted or renamed, or isn't for this account.",
        feedText(feed),
      );
    case "notYours":
      return vscode.l10n.t(
        "{0}: the server provides this feed only to the user it belongs to, as a member of the organization (404 to everyone else). Sign in as that user, or add the organization's public feed.",
        feedText(feed),
      );
  }
};

export const toUserError = (error: unknown): unknown =>
  error instanceof ActivityProblem ? new UserError(textOf(error), { cause: error }) : error;
