import type * as vscode from "vscode";
import { openMergeEditor, showMergeText } from "../../ui/conflicts.ts";
import { isUnsaved } from "../../ui/openDocument.ts";
import type { EditDeps } from "./commands.ts";
import type { EditConflict } from "./editConflict.ts";
import { unsavedText } from "./editorEdits.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import { gistPlaceOf } from "../uri.ts";

type MergeDeps = Pick<EditDeps, "files" | "uris" | "diffs">;

/** Opens VS Code's merge editor. */
export const openMerge = async (deps: MergeDeps, conflict: EditConflict): Promise<void> => {
  const { place } = conflict;
  const { files, uris, diffs } = deps;
  const output = uris.of(place);
  const text = await files.beginMerge(conflict, unsavedText(deps, place));
  const { base, mine, theirs } = (await diffs.sidesOf(place)) ?? conflict;
  const sides = {
    base: diffs.show(place, "base", base ?? ""),
    theirs: diffs.show(place, "theirs", theirs ?? ""),
    mine: diffs.show(place, "mine", mine),
    output,
  };
  await showMergeText(output, text);
  await openMergeEditor(place.fileName, sides);
};

/** Publishes by `publish` what a merge that is completed ended in and only Auto Save has saved. */
export const finishMerge = async (
  { files }: MergeDeps,
  output: vscode.Uri,
  publish: (edit: PendingEdit) => Promise<void>,
): Promise<void> => {
  const place = gistPlaceOf(output);
  if (place?.fileName === undefined) return;
  const edit = await files.shownEdit({ ...place, fileName: place.fileName });
  // Complete Merge saves what is unsaved, and nothing else: after Auto Save there is nothing unsaved.
  if (edit?.isAutomatic && !edit.merge && edit.state === "unpublished" && !isUnsaved(output)) await publish(edit);
};
