import { shownText } from "../../base/bytes.ts";
import { askAboutConflict, compareWithServer } from "../../ui/conflicts.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { EditDeps } from "./commands.ts";
import { Drafts } from "./drafts.ts";
import { EditConflict } from "./editConflict.ts";
import { confirmRevert, revert, saveUnsaved, unsavedText } from "./editorEdits.ts";
import { openMerge } from "./openMerge.ts";
import type { PendingEdit } from "./pendingEdit.ts";

/** Opens what the server has beside the editor of the file. */
export const compare = async ({ diffs, uris }: EditDeps, place: FilePlace): Promise<void> => {
  diffs.refresh(place);
  await compareWithServer(place.fileName, diffs.of(place, "service"), uris.of(place));
};

/** Replaces theirs with mine. */
export const keepMine = async (deps: EditDeps, { place, mine, theirs, edit }: EditConflict): Promise<void> => {
  const { engine } = deps.files;
  const { text, isShown } = await deps.files.latestText(place, edit, mine, unsavedText(deps, place));
  const { id } = await engine.rebase(place, theirs, text, edit);
  try {
    await engine.publish(place, id);
  } catch (error) {
    // Changed again while the user decided.
    if (error instanceof EditConflict) return askAboutEdit(deps, error);
    throw error;
  }
  if (isShown) await saveUnsaved(deps, place);
};

/** Discards the user's side; what was typed in the editor since the conflict after a question only. */
const takeTheirs = async (deps: EditDeps, { place, mine, edit }: EditConflict): Promise<void> => {
  const { text, isShown } = await deps.files.latestText(place, edit, mine, unsavedText(deps, place));
  if (text !== mine) await confirmRevert(place, true);
  await revert(deps, place, edit === undefined ? [] : [edit], isShown);
};

/** The three sides of a pending edit, read again. Undefined when the conflict no longer exists. */
export const conflictOf = async (
  { gists }: EditDeps,
  { place, base, mine, merge, id }: PendingEdit,
): Promise<EditConflict | undefined> => {
  const bytes = Drafts.isDraftId(place.gistId) ? undefined : await gists.readFile(place);
  const theirs = bytes ? shownText(bytes) : null;
  return !merge && (theirs === base || theirs === mine)
    ? undefined
    : new EditConflict(place, { base, mine, theirs }, id);
};

/** An answer that comes after the editor's text was saved again leads to the question about that text. */
const orAskAgain = async (deps: EditDeps, place: FilePlace, act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof GistProblem && error.kind === "outdated")) throw error;
    const shown = await deps.files.shownEdit(place);
    const conflict = shown && (await conflictOf(deps, shown));
    if (!conflict) throw error;
    await askAboutEdit(deps, conflict);
  }
};

/** Asks what to do about lines that both sides changed. Throws CancelledError. */
export const askAboutEdit = (deps: EditDeps, conflict: EditConflict): Promise<void> => {
  const { place, theirs } = conflict;
  const isDeleted = theirs === null;
  return orAskAgain(deps, place, () =>
    askAboutConflict(place.fileName, isDeleted ? "deleted" : "changed", {
      merge: isDeleted ? undefined : () => openMerge(deps, conflict),
      compare: isDeleted ? undefined : () => compare(deps, place),
      keepMine: () => keepMine(deps, conflict),
      takeTheirs: () => takeTheirs(deps, conflict),
    }),
  );
};
