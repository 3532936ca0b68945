import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import { clockText } from "../ui/clockText.ts";
import { isSentByItself } from "./isSentByItself.ts";
import type { LocalChange } from "./model.ts";

export const nameOf = ({ path }: vscode.Uri): string => decodePart(path.split("/").at(-1) ?? "");

/** The name of the document. */
export const labelOf = ({ place }: LocalChange): string => nameOf(vscode.Uri.parse(place.uri));

/** Why it is not sent; undefined where nothing hinders it. */
export const stateText = (change: LocalChange, now: number): string | undefined => {
  const { reason, retryAt } = change;
  const isOver = retryAt !== undefined && retryAt <= now;
  if (reason === "failed" && retryAt !== undefined && !isOver)
    return isSentByItself(change)
      ? vscode.l10n.t("rate limit exceeded, sent at {0}", clockText(retryAt))
      : vscode.l10n.t("rate limit exceeded until {0}", clockText(retryAt));
  switch (reason) {
    case "conflict":
      return vscode.l10n.t("changed on both sides");
    case "protected":
      return vscode.l10n.t("protected branch");
    case "heldBack":
      return vscode.l10n.t("not sent: possible secret");
    case "token":
      return vscode.l10n.t("no valid token");
    case "signedOut":
      return vscode.l10n.t("signed out");
    case "unreachable":
      return isSentByItself(change)
        ? vscode.l10n.t("waits for the server")
        : vscode.l10n.t("server not available");
    case "unconfirmed":
      return vscode.l10n.t("not confirmed");
    case "refused":
      return vscode.l10n.t("refused by the server");
    case "gone":
      return vscode.l10n.t("not found on the server");
    case "failed":
      if (!isOver) return vscode.l10n.t("failed");
      return isSentByItself(change)
        ? vscode.l10n.t("waits for the server")
        : vscode.l10n.t("can be published now");
    case "canceled":
    case undefined:
      return undefined;
  }
};

/** Whether something hinders it that only the user can end. */
export const needsUser = (change: LocalChange): boolean =>
  change.reason !== undefined && change.reason !== "canceled" && !isSentByItself(change);

/** Of its document in lists and tabs. */
export const decorationOf = (change: LocalChange, now: number): vscode.FileDecoration => {
  const state = stateText(change, now);
  if (state === undefined)
    return new vscode.FileDecoration(
      "U",
      vscode.l10n.t("Not published yet"),
      new vscode.ThemeColor("gitDecoration.modifiedResourceForeground"),
    );
  const color =
    change.reason === "conflict" ? "gitDecoration.conflictingResourceForeground" : "list.warningForeground";
  const badge = isSentByItself(change) ? "W" : "!";
  return new vscode.FileDecoration(
    badge,
    vscode.l10n.t("Not published: {0}", state),
    new vscode.ThemeColor(color),
  );
};
