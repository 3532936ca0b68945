import * as vscode from "vscode";
import { HttpError, limitEndOf } from "../client/errors.ts";
import type { Staleness } from "../client/pagedList.ts";
import { clockText } from "../ui/clockText.ts";
import { type KitNode, kitRowId, type TreeNode } from "./node.ts";

const reasonText = (error: unknown): string => {
  if (HttpError.is(error, "rateLimited"))
    return error.retryAt === undefined
      ? vscode.l10n.t("rate limit exceeded")
      : vscode.l10n.t("rate limit exceeded until {0}", clockText(error.retryAt));
  if (HttpError.is(error, "unreadable")) return vscode.l10n.t("the server's response can't be read");
  return HttpError.is(error, "network", "cors", "timeout", "certificate", "redirect")
    ? vscode.l10n.t("the server can't be reached")
    : vscode.l10n.t("the server failed");
};

/** Rows of a list, below a row that says how old they are when the list could not be read again. */
export const withStaleness = <N extends TreeNode>(
  { id }: TreeNode,
  staleness: Staleness | undefined,
  rows: readonly N[],
): readonly (N | KitNode)[] => {
  if (!staleness) return rows;
  const text = vscode.l10n.t("Updated {0} · {1}", clockText(staleness.readAt), reasonText(staleness.error));
  const until = limitEndOf(staleness.error);
  return [
    { kind: "message", id: kitRowId(id, "stale"), text, icon: "history", isRetryable: true, until },
    ...rows,
  ];
};
