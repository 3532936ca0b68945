import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type CommitCommentCommandId, commitCommentCommands } from "../../ids.ts";
import { withProgress } from "../../ui/progress.ts";
import { changeOf, pickCommit, shaOf, subjectOf } from "../changes.ts";
import { nodeOf } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import { targetPlace, type TargetDeps } from "../target.ts";
import { commitSideUri } from "../uri.ts";
import type { CommitThreads } from "./controller.ts";
import type { CommitCommentsModel } from "./model.ts";
import { commitConversationUri, commitViewOf } from "./place.ts";
import { anchorOf, fileOf, spotIn } from "./spot.ts";
import type { CommitPlace } from "./types.ts";
import { showStatus } from "../../ui/showStatus.ts";

export interface CommitCommentCommandDeps extends TargetDeps {
  readonly comments: CommitCommentsModel;
  readonly threads: CommitThreads;
}

/** The commit that a row, a tab or the active editor stands for, or the one that the user picks. */
const targetCommit = async (deps: TargetDeps, target: unknown): Promise<CommitPlace> => {
  const uri =
    target instanceof vscode.Uri
      ? target
      : target === undefined
        ? vscode.window.activeTextEditor?.document.uri
        : undefined;
  const known = uri && commitViewOf(uri);
  if (known) return known.place;
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to show a commit of"));
  return { ...place, sha: shaOf(nodeOf(target)) ?? (await pickCommit(deps, place)) };
};

const showConversation = async ({ comments, threads }: CommitCommentCommandDeps, place: CommitPlace) => {
  // What cannot be read is said once, as the command's error.
  await withProgress(vscode.l10n.t("Reading the commit…"), (signal) => comments.commit(place, { signal }));
  const uri = commitConversationUri(place);
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  await threads.reveal(document);
};

/** Opens where a comment stands: the difference at its line, or the commit's conversation. */
const open = async (deps: CommitCommentCommandDeps, target: unknown): Promise<void> => {
  const node = nodeOf(target);
  if (node.kind !== "leaf" || node.section !== "comments" || !node.item || !node.place) throw new CancelledError();
  const { accountId, owner, repo } = node.place;
  const { id } = node.item;
  const anchor = anchorOf(node.item);
  const place = { accountId, owner, repo, sha: node.item.commit_id };
  const commit = await withProgress(vscode.l10n.t("Reading the commit…"), (signal) =>
    deps.comments.commit(place, { signal }),
  );
  const file = fileOf(commit, anchor?.path);
  if (anchor && file?.patch !== undefined) {
    const [uri, left] = changeOf(place, commit.parents[0]?.sha, place.sha, file, commitSideUri);
    const document = await vscode.workspace.openTextDocument(uri);
    const { line } = spotIn(file, anchor, document.lineCount);
    const options = { selection: new vscode.Range(line - 1, 0, line - 1, 0), preview: true };
    const title = `${file.filename} (${place.sha.slice(0, 7)} ${subjectOf(commit)})`;
    if (left) await vscode.commands.executeCommand("vscode.diff", left, uri, title, options);
    else await vscode.window.showTextDocument(document, options);
    await deps.threads.reveal(document, line);
  } else await showConversation(deps, place);
  if (deps.comments.known(place)?.every((comment) => comment.id !== id) !== true) return;
  deps.repos.refreshSection(place, "comments");
  showStatus(vscode.l10n.t("This comment was deleted in the meantime."), 6000);
};

export const commitCommentHandlers = (deps: CommitCommentCommandDeps): Record<CommitCommentCommandId, Handler> => {
  const table = {
    [commitCommentCommands.show]: async (target) => showConversation(deps, await targetCommit(deps, target)),
    [commitCommentCommands.open]: (target) => open(deps, target),
  } satisfies Record<CommitCommentCommandId, Handler>;
  return explained(table, toUserError);
};
