import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { discardInEditors } from "../../ui/discardInEditors.ts";
import { hasUnsavedNotebook, isUnsaved, unsavedDocument } from "../../ui/openDocument.ts";
import { changedSinceText, publishedSinceText, unsavedTooText } from "../../ui/conflicts.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { confirm } from "../../ui/prompts.ts";
import { plainText } from "../../ui/plainText.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { Reports } from "../../ui/reports.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { GistFiles } from "./files.ts";
import { Drafts } from "./drafts.ts";
import type { GistsModel } from "../model.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { sentences } from "../../ui/sentences.ts";

interface EditorDeps {
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly gists: Pick<GistsModel, "readFile">;
}

/** What an editor of the file is to show, read without any effect. */
const readAgain = async ({ files, gists }: EditorDeps, place: FilePlace, discarded: readonly string[]) =>
  Drafts.isDraftId(place.gistId)
    ? true
    : (files.pending.of(place).find(({ id }) => !discarded.includes(id)) ?? gists.readFile(place));

const dirtyDocument = ({ uris }: Pick<EditorDeps, "uris">, place: FilePlace): vscode.TextDocument | undefined =>
  unsavedDocument(uris.of(place));

export const unsavedText = (deps: Pick<EditorDeps, "uris">, place: FilePlace): string | undefined =>
  dirtyDocument(deps, place)?.getText();

/** After a publish, an open editor that still counts as unsaved shows what is at the service now. */
export const saveUnsaved = async (deps: EditorDeps, place: FilePlace): Promise<void> => {
  await dirtyDocument(deps, place)?.save();
};

export const latestOf = async (deps: EditorDeps, { place, id, mine }: PendingEdit): Promise<string> =>
  (await deps.files.latestText(place, id, mine, unsavedText(deps, place))).text;

/** The edit is somewhere else now: it is discarded here, and its editor is closed unless more was typed in it. */
export const leave = async (deps: EditorDeps, { place, id }: PendingEdit, taken: string): Promise<void> => {
  const isShown = (await deps.files.shownEdit(place))?.id === id;
  const unsaved = unsavedText(deps, place);
  const isTaken = (unsaved ?? taken) === taken && !hasUnsavedNotebook(deps.uris.of(place));
  await revert(deps, place, [id], isShown && isTaken, true);
};

/** `isShown` when the editor's text belongs to them; otherwise it stays. `closes`: its text is somewhere else now. */
export const revert = async (
  deps: EditorDeps,
  place: FilePlace,
  edits: readonly string[],
  isShown: boolean,
  closes = false,
): Promise<void> => {
  if (!isShown) return deps.files.engine.discard(place, edits);
  const read = closes ? undefined : () => readAgain(deps, place, edits);
  await discardInEditors(deps.uris.of(place), () => deps.files.revert(place, edits), { read });
};

/** Throws CancelledError unless the user confirms it. `losesUnsaved`: the editor has text that is not saved, which is given up. */
export const confirmRevert = (place: FilePlace, losesUnsaved: boolean, others = 0): Promise<void> => {
  const too = vscode.l10n.t("Edits of other windows that are discarded too: {0}.", others);
  const details = [
    ...(others > 0 ? [too] : []),
    ...(losesUnsaved ? [unsavedTooText()] : []),
    vscode.l10n.t("This can't be undone."),
  ];
  return confirm(
    vscode.l10n.t("Discard your changes to “{0}”?", place.fileName),
    sentences(...details),
    vscode.l10n.t("Discard Changes"),
  );
};

/** All edits of the file, also those that other windows have stored. */
export const revertFile = async (deps: EditorDeps, place: FilePlace): Promise<void> => {
  const shown = await deps.files.shownEdit(place);
  const ids = deps.files.pending.of(place).map(({ id }) => id);
  const losesUnsaved = isUnsaved(deps.uris.of(place));
  if (ids.length === 0 && !losesUnsaved) {
    showStatus(vscode.l10n.t("“{0}” has no changes to revert.", plainText(place.fileName)), 4000);
    return;
  }
  const others = ids.filter((id) => id !== shown?.id).length;
  await confirmRevert(place, losesUnsaved, others);
  await revert(deps, place, ids, true);
};

const isInEditor = async ({ files }: EditorDeps, { place, id }: PendingEdit): Promise<boolean> =>
  (await files.shownEdit(place))?.id === id;

/** Whether the edit's editor has text that is not saved, which is given up with the edit. */
const hasUnsaved = async (deps: EditorDeps, edit: PendingEdit): Promise<boolean> =>
  isUnsaved(deps.uris.of(edit.place)) && (await isInEditor(deps, edit));

const discardOne = async (deps: EditorDeps, edit: PendingEdit): Promise<void> =>
  revert(deps, edit.place, [edit.id], await isInEditor(deps, edit));

/** Throws UserError where the edit was saved again, published or discarded since the user was asked. */
const requireSame = async ({ files }: EditorDeps, edit: PendingEdit): Promise<void> => {
  const now = await files.pending.current(edit);
  const { fileName } = edit.place;
  if (now?.id !== edit.id) throw new UserError(now ? changedSinceText(fileName) : publishedSinceText(fileName));
};

/** Asks once for all of them. Throws CancelledError. */
const discardSeveral = async (
  deps: EditorDeps & { readonly reports: Reports },
  edits: readonly PendingEdit[],
): Promise<void> => {
  const count = edits.length;
  const unsaved = await Promise.all(edits.map((edit) => hasUnsaved(deps, edit)));
  const labelOf = ({ place }: PendingEdit): string => place.fileName;
  const texts = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Discard # unpublished edit?} other {Discard # unpublished edits?}}"),
      count,
    ),
    detail: [...(unsaved.includes(true) ? [unsavedTooText()] : []), vscode.l10n.t("This can't be undone.")].join(
      " ",
    ),
    button: vscode.l10n.t("Discard Changes"),
    title: vscode.l10n.t("Discard edits"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# edit discarded.} other {# edits discarded.}}"),
      count,
    ),
    labelOf,
  };
  await deps.reports.runConfirmed(edits, texts, async (edit) => {
    await requireSame(deps, edit);
    await discardOne(deps, edit);
  });
};

/** Asks, and names what is discarded. Throws CancelledError, and UserError for what was saved again since it was asked. */
export const discardEdits = async (
  deps: EditorDeps & { readonly reports: Reports },
  edits: readonly PendingEdit[],
): Promise<void> => {
  const [given, ...more] = edits;
  if (!given) return;
  if (more.length > 0) return discardSeveral(deps, edits);
  // A message may be about an earlier text of it.
  const edit = await deps.files.pending.current(given);
  if (!edit) {
    showStatus(publishedSinceText(given.place.fileName), 6000);
    return;
  }
  await confirmRevert(edit.place, await hasUnsaved(deps, edit));
  await requireSame(deps, edit);
  await discardOne(deps, edit);
};
