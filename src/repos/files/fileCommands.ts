import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import type { Commit } from "../../client/types/commit.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type RepoFileCommandId, repoFileCommands } from "../../ids.ts";
import { showStatus } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { subjectOf } from "../changes.ts";
import { nodeOf } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import { accountOf, type TargetParts } from "../target.ts";
import type { ContentPlace } from "../types.ts";
import { contentPlaceOf, contentUri, formerSideUri } from "../uri.ts";
import { RefusedByBranch } from "./commitErrors.ts";
import type { RepoFileSystem } from "./fileSystem.ts";
import { pageOf } from "./filePage.ts";
import { pathProblem } from "./newFile.ts";

interface FileCommandParts extends TargetParts {
  readonly fileSystem: Pick<RepoFileSystem, "remove" | "move" | "lastFailure">;
  readonly askAboutRefusal: (refused: RefusedByBranch) => void;
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

/** Commits in the list of a file's history. */
const historyPageSize = 100;

const nameOf = ({ path, repo }: ContentPlace): string => path.split("/").at(-1) || repo;

/** The file or folder of a row, an editor's tab, or the active editor. Throws UserError. */
const placeOf = (target: unknown): ContentPlace => {
  const node = nodeOf(target);
  if ((node.kind === "folder" || node.kind === "content") && node.place) return node.place;
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const place = uri && contentPlaceOf(uri);
  if (!place) throw new UserError(vscode.l10n.t("Select a file of a repository, or open one."));
  return place;
};

/** What the branch does not take is offered to another one. */
const committing = async ({ askAboutRefusal }: FileCommandParts, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof RefusedByBranch)) throw error;
    askAboutRefusal(error);
  }
};

const isOpen = ({ accountId, owner, repo, ref, path }: ContentPlace): boolean =>
  vscode.workspace.textDocuments.some(({ uri }) => {
    const place = contentPlaceOf(uri);
    const isSame = place?.accountId === accountId && place.owner === owner && place.repo === repo;
    return isSame && place.ref === ref && (place.path === path || place.path.startsWith(`${path}/`));
  });

const rename = async (parts: FileCommandParts, target: unknown): Promise<void> => {
  const place = placeOf(target);
  const name = nameOf(place);
  const path = await askText({
    title: vscode.l10n.t("Rename {0}", name),
    prompt: vscode.l10n.t("Enter the new path in {0}. Slashes make folders.", place.repo),
    value: place.path,
    valueSelection: [place.path.length - name.length, place.path.length],
    validateInput: pathProblem,
  });
  if (path === place.path) return;
  const next = { ...place, path };
  if (await parts.repos.entry(next)) throw new UserError(vscode.l10n.t("“{0}” already exists.", path));
  if (!isOpen(place)) {
    await committing(parts, () => parts.fileSystem.move(place, next));
    return;
  }
  // VS Code moves the editors along, with what is unsaved in them.
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(contentUri(place), contentUri(next));
  parts.fileSystem.lastFailure = undefined;
  if (await vscode.workspace.applyEdit(edit)) return;
  const { lastFailure } = parts.fileSystem;
  // It is offered to another branch already.
  if (lastFailure instanceof RefusedByBranch) throw new CancelledError();
  throw lastFailure ?? new UserError(vscode.l10n.t("“{0}” was not renamed.", name));
};

const pickCommit = async (
  parts: FileCommandParts,
  place: ContentPlace,
): Promise<{ readonly commit: Commit; readonly isFirst: boolean }> => {
  const { owner, repo, ref, path } = place;
  const commits = await withProgress(vscode.l10n.t("Reading the history…"), (signal) =>
    accountOf(parts, place).client.call(
      "repos.getCommits",
      { user: owner, repo, sha: ref, path, per_page: historyPageSize },
      { signal },
    ),
  );
  if (commits.length === 0) throw new UserError(vscode.l10n.t("“{0}” has no commits.", nameOf(place)));
  const isWhole = commits.length < historyPageSize;
  const rows = commits.map((commit, index) => {
    const { author } = commit.commit;
    const age = author?.date === undefined ? "" : relativeTime(author.date, Date.now(), vscode.env.language);
    const notes = [commit.author?.login ?? author?.name ?? "", age, commit.sha.slice(0, 7)];
    return {
      label: `$(git-commit) ${plainText(subjectOf(commit))}`,
      description: plainText(notes.filter((note) => note !== "").join(" · ")),
      commit,
      isFirst: isWhole && index === commits.length - 1,
    };
  });
  return pickOne(rows, {
    title: nameOf(place),
    placeHolder: vscode.l10n.t("Select a commit to see what it changed"),
  });
};

/** Shows what a commit changed in the file. */
const showHistory = async (parts: FileCommandParts, target: unknown): Promise<void> => {
  const place = placeOf(target);
  const { commit, isFirst } = await pickCommit(parts, place);
  const [parent] = commit.parents;
  const after = contentUri({ ...place, ref: commit.sha });
  if (isFirst || !parent) {
    await vscode.commands.executeCommand("vscode.open", after);
    return;
  }
  const title = `${nameOf(place)} (${commit.sha.slice(0, 7)} ${subjectOf(commit)})`;
  const before = formerSideUri({ ...place, ref: parent.sha }, commit.sha);
  await vscode.commands.executeCommand("vscode.diff", before, after, plainText(title));
};

export const repoFileHandlers = (parts: FileCommandParts): Record<RepoFileCommandId, Handler> => {
  const handlers = {
    [repoFileCommands.rename]: (target) => rename(parts, target),
    [repoFileCommands.delete]: (target) => committing(parts, () => parts.fileSystem.remove(placeOf(target))),
    [repoFileCommands.history]: (target) => showHistory(parts, target),
    [repoFileCommands.openPage]: async (target) => {
      const place = placeOf(target);
      await parts.openPage(place.accountId, await pageOf(parts.repos, place));
    },
    [repoFileCommands.copyLink]: async (target) => {
      await vscode.env.clipboard.writeText(await pageOf(parts.repos, placeOf(target)));
      showStatus(vscode.l10n.t("Link copied to clipboard."), 4000);
    },
    [repoFileCommands.copyPath]: async (target) => {
      await vscode.env.clipboard.writeText(placeOf(target).path);
      showStatus(vscode.l10n.t("Path copied to clipboard."), 4000);
    },
  } satisfies Record<RepoFileCommandId, Handler>;
  return explained(handlers, toUserError);
};
