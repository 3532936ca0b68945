import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import {
  discardInEditors,
  type EditorVersions,
  isSameText,
  editorVersions,
  type ServerFile,
  discardAndClose,
} from "../../ui/discardInEditors.ts";
import { hasUnsavedNotebook, isUnsaved, unsavedDocument } from "../../ui/openDocument.ts";
import { changedSinceText, publishedSinceText, unsavedTooText } from "../../ui/conflicts.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { confirm } from "../../ui/prompts.ts";
import { plainText } from "../../ui/plainText.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { Reports } from "../../ui/reports.ts";
import type { SaveOutcome } from "./engineOptions.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { GistFiles } from "./files.ts";
import { Drafts } from "./drafts.ts";
import { callAtOnce, type SavingAccounts } from "../../accounts/storage/saveAtOnce.ts";
import { fileOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { sentences } from "../../ui/sentences.ts";

interface EditorDeps {
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly accounts: SavingAccounts;
}

/** What an editor of the file shows without these edits; undefined where there is no such file. */
const check = async (
  { files, accounts }: EditorDeps,
  given: FilePlace,
  discarded: readonly string[],
  signal: AbortSignal,
): Promise<ServerFile | undefined> => {
  const { accountId, gistId: id, fileName } = files.drafts.resolve(given);
  if (Drafts.isDraftId(id)) return {};
  const other = files.pending.of(given).find((edit) => !discarded.includes(edit.id));
  if (other) return {};
  const gist = await callAtOnce(accounts, accountId, (client) =>
    client.call("gists.get", { id }, { signal, priority: "visible" }),
  );
  const file = fileOf(gist, fileName);
  return file && { text: file.truncated || file.encoding === "base64" ? undefined : file.content };
};

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
  const uri = deps.uris.of(place);
  const isTaken = (unsavedText(deps, place) ?? taken) === taken && !hasUnsavedNotebook(uri);
  const versions = editorVersions(uri);
  if (!isTaken || (await deps.files.shownEdit(place))?.id !== id) await deps.files.engine.discard(place, [id]);
  else await discardAndClose(uri, { versions, discard: () => deps.files.revert(place, [id]) });
};

/** Discards edits that the editors don't show. Throws as `revert`. */
export const discardUnshown = async (
  deps: EditorDeps,
  place: FilePlace,
  edits: readonly PendingEdit[],
): Promise<void> => {
  const ids = await requireSameIds(deps, edits);
  await discardAll(deps, place, edits, ids, (given) => deps.files.engine.discard(place, given));
};

/**
 * Discards all of the edits, also where an attempt by itself stored one again before its turn. `discard` answers how many of
 * those with these ids were there. Throws UserError where one was published or discarded since, or is another one.
 */
const discardAll = async (
  deps: EditorDeps,
  place: FilePlace,
  edits: readonly PendingEdit[],
  ids: readonly string[],
  discard: (ids: readonly string[]) => Promise<number>,
): Promise<void> => {
  const count = await discard(ids);
  if (count === ids.length) return;
  const now = await Promise.all(edits.map((edit) => deps.files.pending.current(edit)));
  const isLeft = (edit: PendingEdit | undefined): boolean => edit !== undefined && !ids.includes(edit.id);
  // Each as the user was asked about it.
  const left = edits.filter((_edit, index) => isLeft(now[index]));
  if (count + left.length < ids.length) throw new UserError(publishedSinceText(place.fileName));
  await discardAll(deps, place, left, await requireSameIds(deps, left), discard);
};

/**
 * What the editors show of these edits is discarded with them, up to what the user gave up; more of it stays. Throws UserError
 * for what was saved again, published or discarded since; `asked`: what the editors had when the user was asked.
 */
export const revert = async (
  deps: EditorDeps,
  place: FilePlace,
  edits: readonly PendingEdit[],
  versions: EditorVersions,
  asked = versions,
): Promise<void> => {
  const idsBefore = edits.map(({ id }) => id);
  await discardInEditors(deps.uris.of(place), {
    versions,
    check: (signal) => check(deps, place, idsBefore, signal),
    discard: async () => {
      const meant = await Promise.all(edits.map((edit) => asAsked(deps, edit, asked)));
      const ids = await requireSameIds(deps, meant);
      // Auto Save may have stored since then what was given up.
      const shown = await deps.files.shownEdit(place);
      if (shown && !ids.includes(shown.id)) throw new UserError(changedSinceText(place.fileName));
      await discardAll(deps, place, meant, ids, (given) => deps.files.revert(place, given));
    },
    reload: () => deps.files.reload(place),
  });
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
  const uri = deps.uris.of(place);
  const edits = deps.files.pending.of(place);
  const losesUnsaved = isUnsaved(uri);
  if (edits.length === 0 && !losesUnsaved) {
    showStatus(vscode.l10n.t("“{0}” has no changes to revert.", plainText(place.fileName)), 4000);
    return;
  }
  const others = edits.filter(({ id }) => id !== shown?.id).length;
  const asked = editorVersions(uri);
  await confirmRevert(place, losesUnsaved, others);
  const meant = await Promise.all(edits.map((edit) => asAsked(deps, edit, asked)));
  const stored = isSameText(asked, editorVersions(uri)) ? await deps.files.shownEdit(place) : undefined;
  if (stored && meant.every(({ id }) => id !== stored.id)) meant.push(stored);
  await revert(deps, place, meant, editorVersions(uri), asked);
};

const isInEditor = async ({ files }: EditorDeps, { place, id }: PendingEdit): Promise<boolean> =>
  (await files.shownEdit(place))?.id === id;

/** Whether the edit's editor has text that is not saved, which is given up with the edit. */
const hasUnsaved = async (deps: EditorDeps, edit: PendingEdit): Promise<boolean> =>
  isUnsaved(deps.uris.of(edit.place)) && (await isInEditor(deps, edit));

/** The edit, or what Auto Save has stored of the text that its editor had when the user was asked, and still has. */
const asAsked = async (deps: EditorDeps, edit: PendingEdit, asked: EditorVersions): Promise<PendingEdit> => {
  const now = await deps.files.pending.current(edit);
  const isOther = now && now.id !== edit.id && isSameText(asked, editorVersions(deps.uris.of(edit.place)));
  return isOther && (await isInEditor(deps, now)) ? now : edit;
};

const discardOne = async (
  deps: EditorDeps,
  given: PendingEdit,
  asked: EditorVersions,
  versions = editorVersions(deps.uris.of(given.place)),
): Promise<void> => {
  const edit = await requireSame(deps, await asAsked(deps, given, asked));
  if (await isInEditor(deps, edit)) await revert(deps, edit.place, [edit], versions, asked);
  else await discardUnshown(deps, edit.place, [edit]);
};

/** The edit as it is stored now. Throws UserError where it was saved again, published or discarded since the user was asked. */
export const requireSame = async ({ files }: EditorDeps, edit: PendingEdit): Promise<PendingEdit> => {
  const now = await files.pending.current(edit);
  const { fileName } = edit.place;
  if (!now) throw new UserError(publishedSinceText(fileName));
  // It has another id after each attempt to publish it.
  const isSame = now.mine === edit.mine && JSON.stringify(now.merge) === JSON.stringify(edit.merge);
  if (!isSame) throw new UserError(changedSinceText(fileName));
  return now;
};

/** As `EditEngine.publish`, also where it was stored again before its turn, as after an attempt by itself. */
export const publishStored = async (
  deps: EditorDeps,
  edit: PendingEdit,
  isReviewed = false,
): Promise<SaveOutcome | undefined> => {
  const { engine, pending } = deps.files;
  const outcome = await engine.publish(edit.place, edit.id);
  const stored = outcome === undefined ? await pending.current(edit) : undefined;
  if (!stored || stored.id === edit.id) return outcome;
  if (isReviewed) await requireSame(deps, edit);
  return publishStored(deps, stored, isReviewed);
};

const requireSameIds = async (deps: EditorDeps, edits: readonly PendingEdit[]): Promise<readonly string[]> =>
  (await Promise.all(edits.map((edit) => requireSame(deps, edit)))).map(({ id }) => id);

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
  const versionsOf = (edit: PendingEdit): EditorVersions => editorVersions(deps.uris.of(edit.place));
  const asked = new Map(edits.map((each) => [each, versionsOf(each)]));
  let atAnswer: typeof asked | undefined;
  await deps.reports.runConfirmed(edits, texts, async (edit) => {
    atAnswer ??= new Map(edits.map((each) => [each, versionsOf(each)]));
    await discardOne(deps, edit, asked.get(edit) ?? versionsOf(edit), atAnswer.get(edit));
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
  const asked = editorVersions(deps.uris.of(edit.place));
  await confirmRevert(edit.place, await hasUnsaved(deps, edit));
  await discardOne(deps, edit, asked);
};
