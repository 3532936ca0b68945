import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";
import { selectedItems } from "../../ui/selectedItems.ts";
import type { EditNode } from "../nodeTypes.ts";
import { placeTitle } from "../placeTitle.ts";
import type { GistPlace } from "../types.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import { givenPlace, type TargetDeps } from "../target.ts";
import { Drafts } from "./drafts.ts";
import type { GistFiles } from "./files.ts";
import type { PendingEdit } from "./pendingEdit.ts";

interface EditTargetDeps extends TargetDeps {
  readonly uris: GistUris;
  readonly files: GistFiles;
}

export const isEditNode = (target: unknown): target is EditNode =>
  typeof target === "object" && target !== null && Reflect.get(target, "kind") === "edit";

const pickEdit = async (deps: EditTargetDeps, placeHolder: string): Promise<PendingEdit> => {
  const { pending } = deps.files;
  await pending.load();
  const { all } = pending;
  if (all.length === 0) throw new UserError(vscode.l10n.t("There are no unpublished edits."));
  const items = all.map((edit) => ({
    label: plainText(edit.place.fileName),
    description: Drafts.isDraftId(edit.place.gistId)
      ? vscode.l10n.t("new gist")
      : plainText(placeTitle(deps, edit.place)),
    edit,
  }));
  return (await pickOne(items, { placeHolder })).edit;
};

/** The file of the given editor, or of the active one, also of a gist that is not published yet. */
export const editorPlace = (target: unknown): GistPlace | undefined => {
  if (target !== undefined && !(target instanceof vscode.Uri)) return undefined;
  const uri = target ?? vscode.window.activeTextEditor?.document.uri;
  return uri && gistPlaceOf(uri);
};

/** The edit of the given row or of the active editor, or the one that the user picks. */
export const targetEdit = async (
  deps: EditTargetDeps,
  target: unknown,
  placeHolder: string,
): Promise<PendingEdit> => {
  await deps.accounts.load();
  if (isEditNode(target)) return (await deps.files.pending.current(target.edit)) ?? target.edit;
  const place = givenPlace(target) ?? editorPlace(target);
  if (place?.fileName === undefined) return pickEdit(deps, placeHolder);
  const file = deps.files.drafts.resolve({ ...place, fileName: place.fileName });
  const shown = await deps.files.shownEdit(file);
  return shown ?? deps.files.pending.known(file) ?? pickEdit(deps, placeHolder);
};

/** Those of the rows that are selected together, or one as `targetEdit` answers it. */
export const targetEdits = async (
  deps: EditTargetDeps,
  target: unknown,
  rows: unknown,
  placeHolder: string,
): Promise<readonly PendingEdit[]> => {
  const selected = selectedItems(
    rows,
    (row) => (isEditNode(row) ? row.edit : undefined),
    ({ id }) => id,
  );
  if (selected.length === 0) return [await targetEdit(deps, target, placeHolder)];
  const edits = await Promise.all(selected.map((edit) => deps.files.pending.current(edit)));
  const found = edits.filter((edit) => edit !== undefined);
  if (found.length === 0) throw new UserError(vscode.l10n.t("There are no unpublished edits."));
  return found;
};
