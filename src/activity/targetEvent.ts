import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { activityNodeOf, type EventNode } from "./nodeTypes.ts";

/** The event of the row that a command was called on. Throws UserError. */
export const eventOf = (target: unknown): EventNode => {
  const node = activityNodeOf(target);
  if (node.kind !== "event")
    throw new UserError(vscode.l10n.t("Select an event in the Activity view, and the command in its menu."));
  return node as EventNode;
};
