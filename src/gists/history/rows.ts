import * as vscode from "vscode";
import { historyCommands } from "../../ids.ts";
import { type KitNode, kitRowId } from "../../tree/node.ts";
import { withStaleness } from "../../tree/staleRow.ts";
import { filesOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { ForkFileNode, ForkNode, ForksNode, HistoryNode, RevisionNode } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import type { LazyHistory } from "./lazyHistory.ts";
import type { HistoryList } from "./model.ts";
import { toGist } from "./revisionAnswers.ts";

interface RowDeps {
  readonly gists: GistsModel;
  readonly history: LazyHistory;
}

const rowsOf = <N extends RevisionNode | ForkNode>(
  node: HistoryNode | ForksNode,
  { hasMore, staleness }: HistoryList<unknown>,
  rows: readonly N[],
  none: string,
): readonly (N | KitNode)[] => {
  const command = { command: historyCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] };
  const more: readonly KitNode[] = hasMore
    ? [{ kind: "loadMore", id: kitRowId(node.id, "more"), parent: node, command }]
    : [];
  const empty: readonly KitNode[] =
    rows.length === 0 && !hasMore
      ? [{ kind: "message", id: kitRowId(node.id, "empty"), text: none, icon: "info" }]
      : [];
  return withStaleness<N | KitNode>(node, staleness, [...rows, ...more, ...empty]);
};

const withUserErrors = async <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    throw toUserError(error);
  });

export const revisionRows = async (
  { history }: RowDeps,
  node: HistoryNode,
): Promise<readonly (RevisionNode | KitNode)[]> => {
  const { accountId, gist } = node;
  const model = await history.get();
  const list = await withUserErrors(model.revisions({ accountId, gistId: gist.id }));
  const rows = list.items.map((revision, index): RevisionNode => ({
    kind: "revision",
    id: `${node.id}/${revision.sha}`,
    accountId,
    gist,
    revision,
    isCurrent: index === 0,
    parent: node,
  }));
  return rowsOf(node, list, rows, vscode.l10n.t("The gist has no revisions."));
};

export const forkRows = async (
  { history }: RowDeps,
  node: ForksNode,
): Promise<readonly (ForkNode | KitNode)[]> => {
  const { accountId, gist } = node;
  const model = await history.get();
  const list = await withUserErrors(model.forks({ accountId, gistId: gist.id }));
  const rows = list.items.map((fork): ForkNode => ({
    kind: "fork",
    id: `${node.id}/${fork.id}`,
    accountId,
    fork,
    gist: { id: fork.id },
    parent: node,
  }));
  return rowsOf(node, list, rows, vscode.l10n.t("The gist has no forks."));
};

export const forkFileRows = async ({ gists }: RowDeps, node: ForkNode): Promise<readonly ForkFileNode[]> => {
  const { accountId, fork } = node;
  const gist = toGist(await gists.get(accountId, fork.id));
  return filesOf(gist).map((file) => ({
    kind: "forkFile",
    id: `${node.id}/${file.filename}`,
    accountId,
    gist,
    file,
    parent: node,
  }));
};
