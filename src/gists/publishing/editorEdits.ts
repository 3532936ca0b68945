import * as vscode from "vscode";
import { unsavedDocument } from "../../ui/openDocument.ts";
import { closeTabs } from "../../ui/tabs.ts";
import { confirm } from "../../ui/prompts.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { GistFiles } from "./files.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { hasUnsavedText } from "../../ui/unsavedText.ts";

interface EditorParts {
  readonly files: GistFiles;
  readonly uris: GistUris;
}

const dirtyDocument = ({ uris }: EditorParts, place: FilePlace): vscode.TextDocument | undefined =>
  unsavedDocument(uris.of(place));

export const unsavedText = (parts: EditorParts, place: FilePlace): string | undefined =>
  dirtyDocument(parts, place)?.getText();

/** After a publish, an open editor that still counts as unsaved shows what is at the service now. */
export const saveUnsaved = async (parts: EditorParts, place: FilePlace): Promise<void> => {
  await dirtyDocument(parts, place)?.save();
};

export const latestOf = async (parts: EditorParts, { place, id, mine }: PendingEdit): Promise<string> =>
  (await parts.files.latestText(place, id, mine, unsavedText(parts, place))).text;

/** The edit is somewhere else now: it is discarded here, and its editor is closed unless more was typed in it. */
export const leave = async (parts: EditorParts, { place, id }: PendingEdit, taken: string): Promise<void> => {
  const isShown = (await parts.files.shownEdit(place))?.id === id;
  const unsaved = unsavedText(parts, place);
  await revert(parts, place, [id], isShown && (unsaved ?? taken) === taken);
  const uri = parts.uris.of(place).toString();
  if (isShown && !dirtyDocument(parts, place)) await closeTabs((each) => each.toString() === uri);
};

/** `isShown` when the editor's text belongs to them; otherwise it stays. */
export const revert = async (
  parts: EditorParts,
  place: FilePlace,
  edits: readonly string[],
  isShown: boolean,
): Promise<void> => {
  if (!isShown) return parts.files.engine.discard(place, edits);
  const document = dirtyDocument(parts, place);
  await parts.files.revert(place, edits);
  if (!document || !hasUnsavedText(document)) return;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("workbench.action.files.revert");
};

export const confirmRevert = (place: FilePlace, others = 0): Promise<void> => {
  const shows = vscode.l10n.t("The editor shows what the server has.");
  const too = vscode.l10n.t("Edits of other windows that are discarded too: {0}.", others);
  return confirm(
    vscode.l10n.t("Discard your changes to “{0}”?", place.fileName),
    others > 0 ? `${too} ${shows}` : shows,
    vscode.l10n.t("Discard Changes"),
  );
};

/** All edits of the file, also those that other windows have stored. */
export const revertFile = async (parts: EditorParts, place: FilePlace): Promise<void> => {
  const shown = await parts.files.shownEdit(place);
  const ids = parts.files.pending.of(place).map(({ id }) => id);
  await confirmRevert(place, ids.filter((id) => id !== shown?.id).length);
  await revert(parts, place, ids, true);
};

export const discardEdit = async (parts: EditorParts, { place, id }: PendingEdit): Promise<void> => {
  await confirmRevert(place);
  await revert(parts, place, [id], (await parts.files.shownEdit(place))?.id === id);
};
