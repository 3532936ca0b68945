import { shownText } from "../../base/bytes.ts";
import { askAboutConflict, compareWithServer, publishedSinceText } from "../../ui/conflicts.ts";
import { editorVersions } from "../../ui/discardInEditors.ts";
import { hasUnsavedNotebook, isUnsaved } from "../../ui/openDocument.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { EditDeps } from "./commands.ts";
import { Drafts } from "./drafts.ts";
import { EditConflict } from "./editConflict.ts";
import { confirmRevert, discardUnshown, publishStored, revert, saveUnsaved, unsavedText } from "./editorEdits.ts";
import { openMerge } from "./openMerge.ts";
import type { PendingEdit } from "./pendingEdit.ts";

/** Opens what the server has beside the editor of the file. */
export const compare = async ({ diffs, uris }: EditDeps, place: FilePlace): Promise<void> => {
  diffs.refresh(place);
  await compareWithServer(place.fileName, diffs.of(place, "service"), uris.of(place));
};

/** The conflict of the text that was saved last: the user may have typed on since the question, with Auto Save on. */
const newestOf = async ({ files }: EditDeps, conflict: EditConflict): Promise<EditConflict> => {
  const { place, base, theirs, edit, since } = conflict;
  if (edit === undefined || since === undefined) return conflict;
  const newest = await files.pending.current({ id: edit, place, since });
  // One that was merged in the meantime is another question.
  return !newest || newest.id === edit || newest.state !== "conflict" || newest.merge
    ? conflict
    : new EditConflict(place, { base, mine: newest.mine, theirs }, newest);
};

/** Replaces theirs with mine. */
export const keepMine = async (deps: EditDeps, conflict: EditConflict): Promise<void> => {
  const { engine } = deps.files;
  const { place, mine, theirs, edit } = await newestOf(deps, conflict);
  const { text, isShown } = await deps.files.latestText(place, edit, mine, unsavedText(deps, place));
  try {
    const outcome = await publishStored(deps, await engine.rebase(place, theirs, text, edit));
    if (outcome === undefined) showStatus(publishedSinceText(place.fileName), 6000);
  } catch (error) {
    // Changed again while the user decided.
    if (error instanceof EditConflict) return askAboutEdit(deps, error);
    throw error;
  }
  if (isShown) await saveUnsaved(deps, place);
};

/** Discards the user's side; what was typed in the editor since the conflict after a question only. */
const takeTheirs = async (deps: EditDeps, conflict: EditConflict): Promise<void> => {
  const { place, mine } = conflict;
  const { edit } = await newestOf(deps, conflict);
  const uri = deps.uris.of(place);
  const atAnswer = editorVersions(uri);
  const { text, isShown } = await deps.files.latestText(place, edit, mine, unsavedText(deps, place));
  const record = deps.files.pending.record(edit ?? "");
  const isMore = text !== mine || (isShown && hasUnsavedNotebook(uri));
  if (isMore) await confirmRevert(place, isShown && isUnsaved(uri));
  const versions = isMore ? editorVersions(uri) : atAnswer;
  const edits = record ? [record] : [];
  if (isShown) await revert(deps, place, edits, versions);
  else await discardUnshown(deps, place, edits);
};

/** The three sides of a pending edit, read again. Undefined when the conflict no longer exists. */
export const conflictOf = async ({ gists }: EditDeps, edit: PendingEdit): Promise<EditConflict | undefined> => {
  const { place, base, mine, merge } = edit;
  const bytes = Drafts.isDraftId(place.gistId) ? undefined : await gists.readFile(place);
  const theirs = bytes ? shownText(bytes) : null;
  return !merge && (theirs === base || theirs === mine)
    ? undefined
    : new EditConflict(place, { base, mine, theirs }, edit);
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
      merge: isDeleted ? undefined : async () => openMerge(deps, await newestOf(deps, conflict)),
      compare: isDeleted ? undefined : () => compare(deps, place),
      keepMine: () => keepMine(deps, conflict),
      takeTheirs: () => takeTheirs(deps, conflict),
    }),
  );
};
