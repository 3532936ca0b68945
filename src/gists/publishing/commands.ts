import { askAboutEdit, compare, conflictOf, keepMine } from "./conflictQuestion.ts";
import { askAboutContent } from "./contentQuestion.ts";
import { Drafts } from "./drafts.ts";
import { editorPlace, isEditNode, targetEdit, targetEdits } from "./targetEdits.ts";
import * as vscode from "vscode";
import { CancelledError, ChoiceError, isCancelled, UserError } from "../../base/errors.ts";
import type { Handler } from "../../commands/registry.ts";
import { HttpError } from "../../client/errors.ts";
import { gistCommands } from "../../ids.ts";
import { confirmKeepMine, notInConflictText, publishedSinceText } from "../../ui/conflicts.ts";
import { errorText, retryText, signedOutSaveText } from "../../ui/errorText.ts";
import type { SaveOutcome } from "./engineOptions.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askSaveFile } from "../../ui/prompts.ts";
import { EditConflict } from "./editConflict.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import {
  discardEdits,
  latestOf,
  leave,
  publishStored,
  requireSame,
  revertFile,
  saveUnsaved,
} from "./editorEdits.ts";
import { finishMerge, openMerge } from "./openMerge.ts";
import { isContentProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import { isFinal, isRequestError } from "./publishErrors.ts";
import type { GistFiles } from "./files.ts";
import { ownerOf, titleOf } from "../gistFacts.ts";
import { openGist } from "../openGist.ts";
import type { GistDiffDocuments } from "./diffDocuments.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import { givenPlace, type TargetDeps } from "../target.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { Reports } from "../../ui/reports.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { commandChoice } from "../../ui/commandChoice.ts";
import { sentences } from "../../ui/sentences.ts";
import { failedEditsText } from "./failedEditsText.ts";
import { isForkable } from "./isForkable.ts";

// Loaded with the commands.
export { askAboutEdit } from "./conflictQuestion.ts";

export interface EditDeps extends TargetDeps {
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly diffs: GistDiffDocuments;
  readonly reports: Reports;
  readonly reviewFirst: () => boolean;
  /** Shows what failed; `again` does it again once the user granted what was missing. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

/** The file of the given row or of the active editor. */
const targetPlace = (target: unknown): FilePlace => {
  const place = isEditNode(target) ? target.edit.place : givenPlace(target);
  const draft = place ?? editorPlace(target);
  if (draft?.fileName !== undefined && Drafts.isDraftId(draft.gistId))
    throw new UserError(
      vscode.l10n.t("The gist of “{0}” is not on the server yet. Save it first.", plainText(draft.fileName)),
    );
  if (place?.fileName === undefined)
    throw new UserError(
      vscode.l10n.t("Open a file of a gist first: this command is about the file in the editor."),
    );
  return { ...place, fileName: place.fileName };
};

/** `owner`: of a gist of another user; empty when not known. */
const refusalText = (edit: PendingEdit, owner: string | undefined, error: unknown): string => {
  const { place, reason } = edit;
  const name = plainText(place.fileName);
  if (reason === "notFound" || reason === "gone")
    return vscode.l10n.t("The gist of “{0}” no longer exists. Your edit is stored on this computer.", name);
  if (owner === "")
    return vscode.l10n.t(
      "“{0}” belongs to another user, or the token may not change it. Your edit is stored on this computer.",
      name,
    );
  if (owner !== undefined)
    return vscode.l10n.t(
      "“{0}” belongs to {1}, or the token may not change it. Your edit is stored on this computer.",
      name,
      plainText(owner),
    );
  const why =
    error === undefined
      ? vscode.l10n.t("The server refused it. Try again, or save it as a new gist.")
      : plainText(errorText(toUserError(error)));
  return vscode.l10n.t("“{0}” was not published: {1} Your edit is stored on this computer.", name, why);
};

/** Asks what to do about an edit that the service does not take, or that may have a secret in it. `error`: what it answered. */
export const askAboutRefusal = async (deps: EditDeps, edit: PendingEdit, error?: unknown): Promise<void> => {
  if (edit.reason === "signedOut") {
    const signIn = vscode.l10n.t("Sign In...");
    if ((await showWarning(signedOutSaveText(edit.place.fileName), signIn)) === signIn)
      await deps.accounts.signIn("another");
    return;
  }
  if (edit.reason === "heldBack") {
    const publish = vscode.l10n.t("Review and Publish...");
    const text = vscode.l10n.t(
      "“{0}” was not published: there may be a secret in it. Your edit is stored on this computer.",
      plainText(edit.place.fileName),
    );
    if ((await showWarning(text, publish)) === publish) await publishOne(deps, edit);
    return;
  }
  if (HttpError.is(error, "permission") && error.missing) {
    deps.onError(vscode.l10n.t("Publish"), error, () => publishOne(deps, edit));
    return;
  }
  if (isContentProblem(error))
    return askAboutContent(deps, edit, {
      text: refusalText(edit, undefined, error),
      problem: error,
      save: () => saveLocally(deps, edit),
    });
  const isForeign = isForkable(deps.gists, edit) && !(await isOwn(deps, edit));
  const again = vscode.l10n.t("Try Again");
  const fork = vscode.l10n.t("Fork and Keep My Edit");
  const share = vscode.l10n.t("Save as New Gist");
  const save = vscode.l10n.t("Save Locally");
  const isGone = edit.reason === "notFound" || edit.reason === "gone";
  const first = isForeign ? [fork] : isGone ? [] : [again];
  const owner = isForeign ? await ownerOfEdited(deps, edit) : undefined;
  const answer = await showWarning(refusalText(edit, owner, error), ...first, share, save);
  if (answer === again) await publishOne(deps, edit);
  if (answer === fork) await forkAndKeep(deps, edit);
  if (answer === share) await shareEdit(deps, edit);
  if (answer === save) await saveLocally(deps, edit);
};

/** A merge editor was closed. */
export const publishMerged = (deps: EditDeps, output: vscode.Uri): Promise<void> =>
  finishMerge(deps, output, (edit) => publishOne(deps, edit));

const publishOne = async (deps: EditDeps, given: PendingEdit): Promise<void> => {
  const { files } = deps;
  const wasThere = await files.pending.current(given);
  // What the editor has more of it is saved first; it may be published by that.
  if ((await files.shownEdit(given.place))?.id === given.id) await saveUnsaved(deps, given.place);
  let edit = await files.pending.current(given);
  if (!edit) {
    if (!wasThere) showStatus(publishedSinceText(given.place.fileName), 6000);
    return;
  }
  if (deps.reviewFirst()) {
    await compare(deps, edit.place);
    const publish = vscode.l10n.t("Publish");
    const answer = await showInformation(
      vscode.l10n.t("Publish this change of “{0}”?", plainText(edit.place.fileName)),
      publish,
    );
    if (answer !== publish) throw new CancelledError();
    edit = await requireSame(deps, edit);
  }
  const sent = edit;
  try {
    const outcome = await publishStored(deps, sent, deps.reviewFirst());
    if (outcome === undefined) showStatus(publishedSinceText(sent.place.fileName), 6000);
  } catch (error) {
    await askAboutFailure(deps, sent, error);
  }
};

/** Asks what to do about an edit that could not be published. Throws what only time or the account can end. */
const askAboutFailure = async (deps: EditDeps, edit: PendingEdit, error: unknown): Promise<void> => {
  if (error instanceof EditConflict) return askAboutEdit(deps, error);
  const stored = isFinal(error) ? await deps.files.pending.current(edit) : undefined;
  if (!stored) throw error;
  await askAboutRefusal(deps, stored, error);
};

/** Whether only the user can go on: nothing is tried again by itself. */
const needsAnswer = (error: unknown): boolean => error instanceof EditConflict || isFinal(error);

/** Why an edit was not published, as one of several. */
const reasonText = ({ place }: PendingEdit, error: unknown): string => {
  if (error instanceof EditConflict)
    return vscode.l10n.t("“{0}” was changed on both sides.", plainText(place.fileName));
  return isRequestError(error) && !isFinal(error) ? retryText(error) : plainText(errorText(toUserError(error)));
};

const publishAll = async (deps: EditDeps): Promise<void> => {
  await deps.files.pending.load();
  const { all } = deps.files.pending;
  if (all.length === 0) throw new UserError(vscode.l10n.t("There are no unpublished edits."));
  const failed: { readonly edit: PendingEdit; readonly error: unknown }[] = [];
  const outcomes: (SaveOutcome | undefined)[] = [];
  for (const edit of all) {
    try {
      outcomes.push(await publishStored(deps, edit));
    } catch (error) {
      failed.push({ edit, error });
    }
  }
  const [first] = failed;
  // The user has answered what may have a secret in it.
  const said = failed.filter(({ error }) => !isCancelled(error));
  const [asked] = said;
  if (asked && said.length === 1 && needsAnswer(asked.error))
    return askAboutFailure(deps, asked.edit, asked.error);
  if (first)
    throw new ChoiceError(
      sentences(
        failedEditsText(
          failed.map(({ edit }) => edit.place.fileName),
          all.length,
        ),
        ...new Set(said.map(({ edit, error }) => reasonText(edit, error))),
      ),
      [commandChoice(gistCommands.showUnpublished, { asksMore: false })],
    );
  const waiting = outcomes.filter((outcome) => outcome === "queued").length;
  // Another window may have published or discarded some in the meantime.
  const published = outcomes.filter((outcome) => outcome !== undefined).length - waiting;
  showStatus(
    waiting === 0
      ? pluralText(vscode.l10n.t("{count, plural, one {# edit published.} other {# edits published.}}"), published)
      : pluralText(
          vscode.l10n.t(
            "{count, plural, one {# edit published. Another window is publishing {0}.} other {# edits published. Another window is publishing {0}.}}",
          ),
          published,
          waiting,
        ),
    4000,
  );
};

/** Whether the gist is one's own; read where that is not known. False where it can't be read. */
const isOwn = async ({ gists }: EditDeps, { place }: PendingEdit): Promise<boolean> => {
  const read = (): Promise<boolean> =>
    gists.get(place.accountId, place.gistId).then(
      (gist) => gists.isMine(place.accountId, gist),
      () => false,
    );
  return gists.knownMine(place) ?? (await read());
};

/** Empty where it is not known. */
const ownerOfEdited = async ({ gists }: EditDeps, { place }: PendingEdit): Promise<string> =>
  gists.get(place.accountId, place.gistId).then(
    (gist) => ownerOf(gist) ?? "",
    () => "",
  );

const forkAndKeep = async (deps: EditDeps, edit: PendingEdit): Promise<void> => {
  const { place, base } = edit;
  const { accountId, gistId, fileName } = place;
  if (await isOwn(deps, edit))
    throw new UserError(vscode.l10n.t("This gist is yours already: there is nothing to fork."));
  const copy = await withProgress(vscode.l10n.t("Forking…"), (signal) =>
    deps.gists.fork(accountId, gistId, signal),
  );
  const target = { accountId, gistId: copy.id, fileName };
  const mine = await latestOf(deps, edit);
  const conflict = await deps.files.publishTo(target, base, mine);
  // The message stays until it is answered; the fork is shown now.
  if (conflict)
    askAboutEdit(deps, conflict).catch((error: unknown) => deps.onError(vscode.l10n.t("Merge"), error));
  await leave(deps, edit, mine);
  await vscode.commands.executeCommand("vscode.open", deps.uris.of(target), { preview: false });
};

const shareEdit = async (deps: EditDeps, edit: PendingEdit): Promise<void> => {
  const { place } = edit;
  const mine = await latestOf(deps, edit);
  const account = deps.accounts.get(place.accountId) ?? (await activeAccount(deps));
  const accountId = account.profile.id;
  const created = await deps.gists.create(accountId, {
    description: deps.gists.knownTitle(place.accountId, place.gistId) ?? place.fileName,
    public: false,
    files: { [place.fileName]: mine },
  });
  await leave(deps, edit, mine);
  await openGist(deps.uris, accountId, created);
  // Whatever the former gist was: no one has its link.
  showStatus(vscode.l10n.t("Shared as secret gist “{0}”.", plainText(titleOf(created))), 6000);
};

const saveLocally = async (deps: EditDeps, edit: PendingEdit): Promise<void> => {
  const { place } = edit;
  const name = place.fileName.replace(/[\\/]/g, "-");
  const target = await askSaveFile(name, vscode.l10n.t("Save Edit to a File"));
  const mine = await latestOf(deps, edit);
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(mine));
  await leave(deps, edit, mine);
  await vscode.window.showTextDocument(target);
};

const mergeOrKeep = async (
  deps: EditDeps,
  target: unknown,
  act: (conflict: EditConflict) => Promise<void>,
): Promise<void> => {
  const edit = await targetEdit(deps, target, vscode.l10n.t("Select an edit"));
  const conflict = await conflictOf(deps, edit);
  if (conflict) await act(conflict);
  else await publishOne(deps, edit);
};

type EditCommand = (typeof gistCommands)[
  | "publish"
  | "publishAll"
  | "discardEdit"
  | "mergeEdit"
  | "keepMine"
  | "takeTheirs"
  | "forkAndKeep"
  | "shareEdit"
  | "saveEditLocally"
  | "compare"
  | "revert"];

/** Commands about edits that are not at the service. */
export const editHandlers = (deps: EditDeps): Record<EditCommand, Handler> => ({
  [gistCommands.publish]: async (target) =>
    publishOne(deps, await targetEdit(deps, target, vscode.l10n.t("Select an edit to publish"))),
  [gistCommands.publishAll]: () => publishAll(deps),
  [gistCommands.discardEdit]: async (target, rows) =>
    discardEdits(deps, await targetEdits(deps, target, rows, vscode.l10n.t("Select an edit to discard"))),
  [gistCommands.mergeEdit]: (target) => mergeOrKeep(deps, target, (conflict) => openMerge(deps, conflict)),
  [gistCommands.keepMine]: (target) =>
    mergeOrKeep(deps, target, async (conflict) => {
      if (conflict.theirs !== null) await confirmKeepMine(conflict.place.fileName);
      await keepMine(deps, conflict);
    }),
  [gistCommands.takeTheirs]: async (target, rows) => {
    const edits = await targetEdits(deps, target, rows, vscode.l10n.t("Select an edit"));
    const other = edits.find(({ state }) => state !== "conflict");
    if (other) throw new UserError(notInConflictText(other.place.fileName));
    await discardEdits(deps, edits);
  },
  [gistCommands.forkAndKeep]: async (target) =>
    forkAndKeep(deps, await targetEdit(deps, target, vscode.l10n.t("Select an edit to move to a fork"))),
  [gistCommands.shareEdit]: async (target) =>
    shareEdit(deps, await targetEdit(deps, target, vscode.l10n.t("Select an edit to save as a gist"))),
  [gistCommands.saveEditLocally]: async (target) =>
    saveLocally(deps, await targetEdit(deps, target, vscode.l10n.t("Select an edit to save as a file"))),
  [gistCommands.compare]: async (target) => compare(deps, targetPlace(target)),
  [gistCommands.revert]: async (target) => revertFile(deps, targetPlace(target)),
});
