import * as vscode from "vscode";
import { openMergeEditor, showMergeText } from "../../ui/conflicts.ts";
import { onceMergeEditorCloses } from "../../ui/mergeEditorTab.ts";
import { isUnsaved } from "../../ui/openDocument.ts";
import type { EditParts } from "./commands.ts";
import type { EditConflict } from "./editConflict.ts";
import { unsavedText } from "./editorEdits.ts";
import type { PendingEdit } from "./pendingEdit.ts";

type MergeParts = Pick<EditParts, "files" | "uris" | "diffs" | "onError">;

/** Opens VS Code's merge editor. `publish` gets the edit of a merge that is completed and that only Auto Save has saved. */
export const openMerge = async (
  parts: MergeParts,
  conflict: EditConflict,
  publish: (edit: PendingEdit) => Promise<void>,
): Promise<void> => {
  const { place } = conflict;
  const { files, uris, diffs, onError } = parts;
  const output = uris.of(place);
  const text = await files.beginMerge(conflict, unsavedText(parts, place));
  const { base, mine, theirs } = (await diffs.sidesOf(place)) ?? conflict;
  const sides = {
    base: diffs.show(place, "base", base ?? ""),
    theirs: diffs.show(place, "theirs", theirs ?? ""),
    mine: diffs.show(place, "mine", mine),
    output,
  };
  await showMergeText(output, text);
  await openMergeEditor(place.fileName, sides);
  const finish = async (): Promise<void> => {
    const edit = await files.shownEdit(place);
    // Complete Merge saves what is unsaved, and nothing else: after Auto Save there is nothing unsaved.
    if (edit?.isAutomatic && !edit.merge && edit.state === "unpublished" && !isUnsaved(output))
      await publish(edit);
  };
  onceMergeEditorCloses(output, () => {
    finish().catch((error: unknown) => onError(vscode.l10n.t("Publish"), error));
  });
};
