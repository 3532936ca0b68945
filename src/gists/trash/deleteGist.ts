import * as vscode from "vscode";
import { isCancelled } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { commentsText, daysText } from "../../ui/counts.ts";
import { closeTabs } from "../../ui/tabs.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm, confirmAll } from "../../ui/prompts.ts";
import { mayHaveSucceeded } from "../mayHaveSucceeded.ts";
import { filesOf, titleOf } from "../gistFacts.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { Reports } from "../../ui/reports.ts";
import { type SelectedGist, withEach } from "../selectedGists.ts";
import { targetGist, type TargetDeps } from "../target.ts";
import { gistPlaceOf } from "../uri.ts";
import { type DeletedGist, lostFilesOf } from "./deletedGist.ts";
import { restoreDeleted, type RestoreDeps } from "./restore.ts";
import { showInformation } from "../../ui/messages.ts";
import { unpublishedDetail, unpublishedOf, type UnpublishedDeps } from "./unpublished.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

export interface DeleteDeps extends TargetDeps, RestoreDeps, UnpublishedDeps {}

/** Keeps what is about to be deleted. When that cannot be, the user decides: undefined to delete it all the same. */
const keep = async (
  { trash }: DeleteDeps,
  accountId: string,
  gistId: string,
  title: string,
): Promise<DeletedGist | undefined> => {
  if (trash.keepDays === 0) return undefined;
  try {
    return await withProgress(vscode.l10n.t("Storing a copy of what is deleted…"), (signal) =>
      trash.keep(accountId, gistId, signal),
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    await confirm(
      vscode.l10n.t("A copy of “{0}” can't be stored. Delete it permanently?", plainText(title)),
      vscode.l10n.t("{0} This can't be undone.", errorText(toUserError(error))),
      vscode.l10n.t("Delete Permanently"),
    );
    return undefined;
  }
};

const questionDetail = (files: readonly string[], comments: number, days: number): string => {
  const names = files.slice(0, 10).map(plainText).join(", ");
  const lost =
    comments > 0
      ? vscode.l10n.t("{0} with its history and {1}.", names, commentsText(comments))
      : vscode.l10n.t("{0} with its history.", names);
  const after =
    days > 0
      ? vscode.l10n.t(
          "The files are stored on this computer for {0}: Restore Deleted Gist makes a new gist of them.",
          daysText(days),
        )
      : vscode.l10n.t("This can't be undone.");
  return sentences(lost, after);
};

/** Some files may be kept and still not come back: the user hears of it before they are gone. */
const askAboutLost = async ({ trash }: DeleteDeps, deleted: DeletedGist): Promise<void> => {
  const lost = lostFilesOf(deleted);
  if (lost.length === 0) return;
  try {
    await confirm(
      vscode.l10n.t("Delete “{0}” though some of its files can't be restored?", plainText(deleted.title)),
      vscode.l10n.t(
        "The server stores text only, and these files aren't text: {0}.",
        lost.map(plainText).join(", "),
      ),
      vscode.l10n.t("Delete Gist"),
    );
  } catch (error) {
    await trash.forget(deleted);
    throw error;
  }
};

/** Deletes without a question, except when it cannot be kept; answers what is kept of it. Throws HttpError. */
export const deleteKeeping = async (
  deps: DeleteDeps,
  accountId: string,
  gist: Gist,
): Promise<DeletedGist | undefined> => {
  const { gists, trash } = deps;
  const deleted = await keep(deps, accountId, gist.id, titleOf(gist));
  if (deleted) await askAboutLost(deps, deleted);
  try {
    await gists.delete(accountId, gist.id);
  } catch (error) {
    // Whether it is gone is not known then: what is kept does no harm.
    if (deleted && !mayHaveSucceeded(error)) await trash.forget(deleted);
    throw error;
  }
  await closeTabs((uri) => {
    const at = gistPlaceOf(uri);
    return at?.accountId === accountId && at.gistId === gist.id;
  });
  return deleted;
};

/** Asks once for all of them, by the names that `nameOf` gives them; each is kept for a while. */
export const deleteGists = async (
  deps: DeleteDeps & { readonly reports: Reports },
  selected: readonly SelectedGist[],
  nameOf: (selected: SelectedGist) => string = ({ gist }) => titleOf(gist),
): Promise<void> => {
  const { gists, reports, trash } = deps;
  const unpublished = await Promise.all(
    selected.map(({ accountId, gist }) => unpublishedOf(deps, accountId, gist.id)),
  );
  await confirmAll(
    pluralText(vscode.l10n.t("{count, plural, one {Delete # gist?} other {Delete # gists?}}"), selected.length),
    selected.map(nameOf),
    [
      ...unpublishedDetail(unpublished.flat()),
      trash.keepDays > 0
        ? vscode.l10n.t(
            "They are stored on this computer for {0}: see Restore Deleted Gist.",
            daysText(trash.keepDays),
          )
        : vscode.l10n.t("This can't be undone."),
    ].join("\n"),
    pluralText(vscode.l10n.t("{count, plural, one {Delete # Gist} other {Delete # Gists}}"), selected.length),
  );
  const texts = {
    title: vscode.l10n.t("Delete gists"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# gist deleted.} other {# gists deleted.}}"),
      selected.length,
    ),
  };
  await withEach(reports, selected, texts, async ({ accountId, gist }) => {
    if (!gists.isMine(accountId, gist)) throw new GistProblem("notMine", titleOf(gist));
    await deleteKeeping(deps, accountId, gist);
  });
};

/** Asks, keeps the gist for a while, deletes it, and offers to undo that. */
export const deleteGist = async (deps: DeleteDeps, target: unknown): Promise<void> => {
  const { gists, trash } = deps;
  const { place, gist } = await targetGist(deps, target, vscode.l10n.t("Select a gist to delete"), "mine");
  const { accountId } = place;
  const title = plainText(titleOf(gist));
  if (!gists.isMine(accountId, gist)) throw new GistProblem("notMine", title);
  const names = filesOf(gist).map(({ filename }) => filename);
  await confirm(
    vscode.l10n.t("Delete the gist “{0}”?", title),
    [
      questionDetail(names, gist.comments, trash.keepDays),
      ...unpublishedDetail(await unpublishedOf(deps, accountId, gist.id)),
    ].join("\n\n"),
    vscode.l10n.t("Delete Gist"),
  );
  const deleted = await deleteKeeping(deps, accountId, gist);
  if (!deleted) return;
  const undo = vscode.l10n.t("Undo");
  // The toast stays; the command is over.
  showInformation(
    vscode.l10n.t("“{0}” is deleted. A copy is stored here for {1}.", title, daysText(trash.keepDays)),
    undo,
  )
    .then((answer) => (answer === undo ? restoreDeleted(deps, deleted) : undefined))
    .then(undefined, (error: unknown) => deps.onError(vscode.l10n.t("Undo"), toUserError(error)));
};
