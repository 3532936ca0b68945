import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { registerComments } from "../gists/comments/feature.ts";
import { registerGists } from "../gists/feature.ts";
import { Reports } from "../ui/reports.ts";
import { refreshWritten } from "../gists/refreshWritten.ts";
import { registerMoreSharing } from "../gists/share/feature.ts";
import { openGist } from "../gists/openGist.ts";
import { registerSnippets } from "../gists/snippets/feature.ts";
import { registerTransfer } from "../gists/transfer/feature.ts";
import { registerTrash } from "../gists/trash/feature.ts";
import type { CommentRegistry } from "../comments/feature.ts";
import { reportUnusable } from "../storage/reportUnusable.ts";
import { showError } from "../ui/showError.ts";
import type { Core } from "./core.ts";
import { leaveEditors } from "../comments/leaveEditors.ts";
import { unsentComments } from "./unsentComments.ts";

/** Builds and registers everything about gists. Shows no prompt; requests follow for rows, documents and edits that wait. */
export const start = (core: Core, registry: CommentRegistry) => {
  const { context, shell, accounts, state, inspect, texts, log } = core;
  const store = new DisposableStore();
  const reports = new Reports(texts);
  const gists = store.add(registerGists(context, accounts, { shell, inspect, reports, state }, log));
  store.add(reportUnusable(gists.files.pending.onDidFindUnusable, "edits", core));
  const comments = store.add(
    registerComments(accounts, { shell, gists: gists.gists, uris: gists.uris, inspect, registry, state }, log),
  );
  gists.showUnread(comments.unread);
  store.add(comments.onDidChangeUnread(gists.showUnread));
  store.add(
    accounts.signOuts.join({
      unsent: unsentComments(comments.comments),
      closeDocuments: (accountId) => leaveEditors(comments.conversations.all, accountId),
    }),
  );
  const snippets = store.add(registerSnippets({ accounts, gists: gists.gists, memento: core.globalState, log }));
  const { publisher, uris, trash, shareSettings, loadShare } = gists;
  const onError = (what: string, error: unknown, again?: () => Promise<void>): void =>
    void showError(what, error, log, again);
  store.add(
    core.directWrites.event((write) => {
      refreshWritten(gists.gists, write).catch((error: unknown) => onError(vscode.l10n.t("Refresh"), error));
    }),
  );
  store.add(registerMoreSharing({ shell, log, lastShare: gists.lastShare, loadSource: loadShare }));
  store.add(registerTrash({ shell, accounts, gists: gists.gists, trash, uris, onError, log }));
  store.add(
    registerTransfer({
      shell,
      accounts,
      gists: gists.gists,
      reports,
      inspect,
      maxFileBytes: () => shareSettings.maxFileBytes,
      onError,
      log,
    }),
  );
  return {
    gists: gists.gists,
    publisher,
    files: gists.files,
    uris,
    tree: gists.tree,
    dragAndDrop: gists.dragAndDrop,
    arrangements: gists.arrangements,
    followed: gists.followed,
    trash,
    comments: comments.comments,
    conversations: comments.conversations,
    snippets: () => snippets.snippets,
    diffs: gists.diffs,
    reports,
    shareSettings,
    loadShare,
    onDidSee: gists.onDidSee,
    /** Shows the gist's first file. */
    open: async (accountId: string, gistId: string): Promise<void> =>
      openGist(gists.uris, accountId, await gists.gists.read(accountId, gistId)),
    dispose: () => store.dispose(),
  };
};

export type Gists = ReturnType<typeof start>;
