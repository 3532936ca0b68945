import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import type { Commit } from "../../client/types/commit.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type RepoFileCommandId, repoFileCommands } from "../../ids.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { copiedLinesText, copiedLinksText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { selectedItems } from "../../ui/selectedItems.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { subjectOf } from "../changes.ts";
import { nodeOf } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import { accountOf, type TargetDeps } from "../target.ts";
import { type ContentPlace, fileKeyOf } from "../types.ts";
import { contentPlaceOf, contentUri, formerSideUri, laterSideUri } from "../uri.ts";
import { NeedsOtherBranch } from "./commitErrors.ts";
import type { RepoFileSystem } from "./fileSystem.ts";
import { pageOf } from "./filePage.ts";
import { pathProblem } from "./newFile.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

interface FileCommandDeps extends TargetDeps {
  readonly fileSystem: Pick<RepoFileSystem, "remove" | "move" | "lastFailure">;
  readonly askAboutRefusal: (refused: NeedsOtherBranch) => Promise<void>;
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

/** The files and folders of the rows that are selected together, each once. */
const selectedPlaces = (rows: unknown): readonly ContentPlace[] =>
  selectedItems(
    rows,
    (row) => {
      const node = nodeOf(row);
      return (node.kind === "folder" || node.kind === "content") && node.place ? node.place : undefined;
    },
    fileKeyOf,
  );

/** What the branch does not take is offered to another one. */
const committing = async ({ askAboutRefusal }: FileCommandDeps, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof NeedsOtherBranch)) throw error;
    await askAboutRefusal(error);
  }
};

const isOpen = ({ accountId, owner, repo, ref, path }: ContentPlace): boolean =>
  vscode.workspace.textDocuments.some(({ uri }) => {
    const place = contentPlaceOf(uri);
    const isSame = place?.accountId === accountId && place.owner === owner && place.repo === repo;
    return isSame && place.ref === ref && (place.path === path || place.path.startsWith(`${path}/`));
  });

const rename = async (deps: FileCommandDeps, target: unknown): Promise<void> => {
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
  const isCopied = await deps.repos.isCopied(place, next);
  if (!isCopied && (await deps.repos.entry(next)))
    throw new UserError(vscode.l10n.t("“{0}” already exists.", path));
  // What is left of a move is the deletion: VS Code would refuse it, or replace whatever is there by then.
  if (isCopied || !isOpen(place)) {
    await committing(deps, () => deps.fileSystem.move(place, next, { mayTakeNewBranch: true }));
    return;
  }
  // VS Code moves the editors along, with what is unsaved in them.
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(contentUri(place), contentUri(next));
  deps.fileSystem.lastFailure = undefined;
  if (await vscode.workspace.applyEdit(edit)) return;
  const { lastFailure } = deps.fileSystem;
  // It is offered to another branch already.
  if (lastFailure instanceof NeedsOtherBranch) throw new CancelledError();
  throw lastFailure ?? new UserError(vscode.l10n.t("“{0}” was not renamed.", name));
};

const pickCommit = async (
  deps: FileCommandDeps,
  place: ContentPlace,
): Promise<{ readonly commit: Commit; readonly isFirst: boolean }> => {
  const { owner, repo, ref, path } = place;
  const commits = await withProgress(vscode.l10n.t("Reading the history…"), (signal) =>
    accountOf(deps, place).client.call(
      "repos.getCommits",
      { user: owner, repo, sha: ref, path, per_page: historyPageSize },
      { signal },
    ),
  );
  if (commits.length === 0) throw new UserError(vscode.l10n.t("“{0}” has no commits.", nameOf(place)));
  const isWhole = commits.length < historyPageSize;
  const rows = commits.map((commit, index) => {
    const { author } = commit.commit;
    const age = author?.date === undefined ? "" : relativeTime(author.date, Date.now(), textLanguage());
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
const showHistory = async (deps: FileCommandDeps, target: unknown): Promise<void> => {
  const place = placeOf(target);
  const { commit, isFirst } = await pickCommit(deps, place);
  const [parent] = commit.parents;
  const after = laterSideUri({ ...place, ref: commit.sha });
  if (isFirst || !parent) {
    await vscode.commands.executeCommand("vscode.open", after);
    return;
  }
  const title = `${nameOf(place)} (${commit.sha.slice(0, 7)} ${subjectOf(commit)})`;
  const before = formerSideUri({ ...place, ref: parent.sha }, commit.sha);
  await vscode.commands.executeCommand("vscode.diff", before, after, plainText(title));
};

/** One question for all that are of one branch. */
const remove = async (deps: FileCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedPlaces(rows);
  const places = selected.length > 0 ? selected : [placeOf(target)];
  const keyOfBranch = (place: ContentPlace): string => fileKeyOf({ ...place, path: "" });
  for (const branch of new Set(places.map(keyOfBranch)))
    await committing(deps, () =>
      deps.fileSystem.remove(
        places.filter((place) => keyOfBranch(place) === branch),
        true,
      ),
    );
};

const copyLink = async (deps: FileCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedPlaces(rows);
  const places = selected.length > 0 ? selected : [placeOf(target)];
  const pages = await Promise.all(places.map((place) => pageOf(deps.repos, place)));
  await vscode.env.clipboard.writeText(pages.join("\n"));
  showStatus(pages.length > 1 ? copiedLinksText(pages.length) : vscode.l10n.t("Link copied to clipboard."), 4000);
};

const copyPath = async (target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedPlaces(rows);
  const places = selected.length > 0 ? selected : [placeOf(target)];
  await vscode.env.clipboard.writeText(places.map(({ path }) => path).join("\n"));
  showStatus(
    places.length > 1 ? copiedLinesText(places.length) : vscode.l10n.t("Path copied to clipboard."),
    4000,
  );
};

export const repoFileHandlers = (deps: FileCommandDeps): Record<RepoFileCommandId, Handler> => {
  const move: Handler = (target) => rename(deps, target);
  const deleteRows: Handler = (target, rows) => remove(deps, target, rows);
  const history: Handler = (target) => showHistory(deps, target);
  const copyLinks: Handler = (target, rows) => copyLink(deps, target, rows);
  const openPage: Handler = async (target) => {
    const place = placeOf(target);
    await deps.openPage(place.accountId, await pageOf(deps.repos, place));
  };
  const handlers = {
    [repoFileCommands.rename]: move,
    [repoFileCommands.renameFolder]: move,
    [repoFileCommands.delete]: deleteRows,
    [repoFileCommands.deleteFolder]: deleteRows,
    [repoFileCommands.history]: history,
    [repoFileCommands.folderHistory]: history,
    [repoFileCommands.openPage]: openPage,
    [repoFileCommands.openFolderPage]: openPage,
    [repoFileCommands.copyLink]: copyLinks,
    [repoFileCommands.copyFolderLink]: copyLinks,
    [repoFileCommands.copyPath]: (target, rows) => copyPath(target, rows),
  } satisfies Record<RepoFileCommandId, Handler>;
  return explained(handlers, toUserError);
};
