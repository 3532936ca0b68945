import * as vscode from "vscode";
import { CancelledError, ChoiceError } from "../../base/errors.ts";
import type { ChangedFile, Commit } from "../../client/types/commit.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type CommitCommentCommandId, commitCommentCommands } from "../../ids.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { pickOne } from "../../ui/prompts.ts";
import { changeOf, pickCommit, shaOf, subjectOf } from "../changes.ts";
import { nodeOf } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import { targetPlace, type TargetDeps } from "../target.ts";
import { commitSideUri } from "../uri.ts";
import type { CommitThreads } from "./controller.ts";
import { statusText } from "./document.ts";
import type { CommitCommentsModel } from "./model.ts";
import { commitConversationUri, type CommitView, commitViewOf } from "./place.ts";
import { anchorOf, fileOf, spotIn } from "./spot.ts";
import type { CommitPlace } from "./types.ts";
import { showStatus } from "../../ui/showStatus.ts";

export interface CommitCommentCommandDeps extends TargetDeps {
  readonly comments: CommitCommentsModel;
  readonly threads: CommitThreads;
}

/** What of a commit the active editor shows: with the focus on the left side of a difference what the right one does. */
const shownView = (): CommitView | undefined => {
  const { activeTextEditor: active, visibleTextEditors, tabGroups } = vscode.window;
  const input = tabGroups.activeTabGroup.activeTab?.input;
  const uris = [active?.document.uri, input instanceof vscode.TabInputTextDiff ? input.modified : undefined];
  const [view] = uris.flatMap((uri) => (uri && commitViewOf(uri)) ?? []);
  if (view || active) return view;
  // An editor of many differences without the focus in one of them.
  const [any] = visibleTextEditors.flatMap(({ document }) => commitViewOf(document.uri) ?? []);
  return any && { place: any.place };
};

/** What of a commit a tab or the active editor shows. */
const shownBy = (target: unknown): CommitView | undefined => {
  if (target === undefined) return shownView();
  return target instanceof vscode.Uri ? commitViewOf(target) : undefined;
};

/** The commit that a row, a tab or the active editor stands for, or the one that the user picks. */
const targetCommit = async (deps: TargetDeps, target: unknown, placeHolder: string): Promise<CommitPlace> => {
  const known = shownBy(target);
  if (known) return known.place;
  const place = await targetPlace(deps, target, placeHolder);
  return { ...place, sha: shaOf(nodeOf(target)) ?? (await pickCommit(deps, place)) };
};

const showConversation = async ({ comments, threads }: CommitCommentCommandDeps, place: CommitPlace) => {
  // What cannot be read is said once, as the command's error.
  await withProgress(vscode.l10n.t("Reading the commit…"), (signal) => comments.commit(place, { signal }));
  const uri = commitConversationUri(place);
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  await threads.reveal(document);
};

const sidesOf = (place: CommitPlace, commit: Commit, file: ChangedFile) =>
  changeOf(place, commit.parents[0]?.sha, place.sha, file, commitSideUri);

/** Opens what a commit changed in a file, at the line or at the beginning. */
const showFile = async (place: CommitPlace, commit: Commit, file: ChangedFile, line = 1): Promise<void> => {
  const [uri, left] = sidesOf(place, commit, file);
  const options = { selection: new vscode.Range(line - 1, 0, line - 1, 0), preview: true };
  const title = `${file.filename} (${place.sha.slice(0, 7)} ${subjectOf(commit)})`;
  if (left) await vscode.commands.executeCommand("vscode.diff", left, uri, title, options);
  else await vscode.window.showTextDocument(uri, options);
};

/** Undefined where VS Code can't show it as text. Throws what the file can't be read for. */
const textOf = async (uri: vscode.Uri): Promise<vscode.TextDocument | undefined> => {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    await vscode.workspace.fs.readFile(uri);
    return undefined;
  }
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
    const [uri] = sidesOf(place, commit, file);
    const document = await vscode.workspace.openTextDocument(uri);
    const { line } = spotIn(file, anchor, document.lineCount);
    await showFile(place, commit, file, line);
    await deps.threads.reveal(document, line);
  } else await showConversation(deps, place);
  if (deps.comments.known(place)?.every((comment) => comment.id !== id) !== true) return;
  deps.repos.refreshSection(place, "comments");
  showStatus(vscode.l10n.t("This comment was deleted in the meantime."), 6000);
};

/** What can't be commented on itself can be in the conversation of its commit. */
const onCommitInstead = (deps: CommitCommentCommandDeps, place: CommitPlace, message: string): ChoiceError =>
  new ChoiceError(message, [
    { title: vscode.l10n.t("Show Commit Comments"), run: () => showConversation(deps, place) },
  ]);

const pickFile = async ({ files = [] }: Commit): Promise<ChangedFile | undefined> => {
  const rows = files
    .filter(({ status }) => status !== "removed")
    .map((file) => ({ label: plainText(file.filename), description: statusText(file.status), file }));
  return rows.length === 0
    ? undefined
    : (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a file to comment on") })).file;
};

/** Begins a comment on a file of a commit as a whole: on the one that is shown, or that the user picks. */
const commentOnFile = async (deps: CommitCommentCommandDeps, target: unknown): Promise<void> => {
  const { comments, threads } = deps;
  const shown = shownBy(target)?.path;
  const placeHolder = vscode.l10n.t("Select a repository to comment on a commit of");
  const place = await targetCommit(deps, target, placeHolder);
  const commit = await withProgress(vscode.l10n.t("Reading the commit…"), (signal) =>
    comments.commit(place, { signal }),
  );
  const file = fileOf(commit, shown) ?? (await pickFile(commit));
  if (!file)
    throw onCommitInstead(
      deps,
      place,
      vscode.l10n.t("This commit has no file to comment on. Comment on the commit instead."),
    );
  const [uri] = sidesOf(place, commit, file);
  const document = await textOf(uri);
  if (!document)
    throw onCommitInstead(
      deps,
      place,
      vscode.l10n.t("{0} has no text to comment on. Comment on the commit instead.", plainText(file.filename)),
    );
  if (shown !== file.filename) await showFile(place, commit, file);
  await threads.beginOnFile(document);
  // It is above the first line: VS Code's own key for the comment above the cursor leads to it.
  const editor = vscode.window.activeTextEditor;
  if (editor?.document !== document) return;
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.AtTop);
};

export const commitCommentHandlers = (deps: CommitCommentCommandDeps): Record<CommitCommentCommandId, Handler> => {
  const table = {
    [commitCommentCommands.show]: async (target) => {
      const placeHolder = vscode.l10n.t("Select a repository to show a commit of");
      await showConversation(deps, await targetCommit(deps, target, placeHolder));
    },
    [commitCommentCommands.onFile]: (target) => commentOnFile(deps, target),
    [commitCommentCommands.open]: (target) => open(deps, target),
  } satisfies Record<CommitCommentCommandId, Handler>;
  return explained(table, toUserError);
};
