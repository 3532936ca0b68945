import { isCancelled } from "../../base/errors.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import type { Drafts } from "./drafts.ts";
import type { EditEngine } from "./engine.ts";
import type { SaveOutcome } from "./engineOptions.ts";
import { checkedText, checkName, inspectedText } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { PendingEdits } from "./pendingEdits.ts";
import { isRequestError } from "./publishErrors.ts";

interface Saved {
  readonly bytes: Uint8Array;
  /** The id of the stored edit that the text is based on. */
  readonly edit: string | undefined;
  readonly editText: string | undefined;
  readonly isAutomatic: boolean;
}

/** Makes a gist of its first saved file; what Auto Save saves, and what can't be sent, is stored as an edit of the draft. Throws GistProblem. */
const save = async (
  options: FilesOptions,
  { drafts, engine }: { readonly drafts: Drafts; readonly engine: EditEngine },
  bases: Bases,
  place: FilePlace,
  { bytes, edit, editText, isAutomatic }: Saved,
): Promise<SaveOutcome> => {
  if (bytes.length === 0 && edit === undefined) return "unchanged";
  checkName(place.fileName);
  const { text: typed, problem } = checkedText(place.fileName, bytes, options.maxFileBytes());
  const saved = { base: null, edit, editText, isAutomatic };
  if (problem && !options.isOpen(place)) throw problem;
  if (problem) return engine.storeFailed(place, { ...saved, mine: typed }, problem);
  if (isAutomatic) {
    await engine.rebase(place, null, typed, edit);
    return "kept";
  }
  // The guard can't ask: it does when the text is sent.
  if (!options.accounts.get(place.accountId)) return engine.save(place, { ...saved, mine: typed });
  try {
    const mine = await inspectedText(options, place, typed, null, { isSecret: drafts.isSecret(place) });
    await bases.sending(place, mine);
    return await engine.save(place, { ...saved, mine });
  } catch (error) {
    if (!isRequestError(error) && !isCancelled(error)) throw error;
    return engine.storeFailed(place, { ...saved, mine: typed }, error);
  }
};

/**
 * As `save`. `left`: the id of an edit that was stored after the draft had become a gist: its text belongs to that, and it is
 * to be discarded then.
 */
export const saveDraft = async (
  options: FilesOptions,
  deps: { readonly drafts: Drafts; readonly engine: EditEngine; readonly pending: PendingEdits },
  bases: Bases,
  place: FilePlace,
  given: Pick<Saved, "bytes" | "isAutomatic">,
): Promise<{ readonly outcome: SaveOutcome; readonly left?: string | undefined }> => {
  const { drafts, pending } = deps;
  const known = await pending.get(place);
  // Without an editor, a text takes the place of what this window stored; what another one stored stays beside it.
  const ofThis = bases.of(place) === undefined && known && !pending.isOfOtherWindow(known) ? known.id : undefined;
  const editText = bases.editTextOf(place);
  const outcome = await save(options, deps, bases, place, {
    ...given,
    edit: bases.editOf(place) ?? ofThis,
    editText,
  });
  const published = drafts.publishedText(place);
  // It may be the text of another window, which this one doesn't know.
  if (published === undefined || (outcome === "kept" && published !== editText)) return { outcome };
  const stored = bases.editOf(place);
  if (outcome !== "kept" && stored !== undefined) return { outcome };
  const now = drafts.resolve(place);
  for (const each of [place, now]) bases.set(each, published);
  // Where it can't be stored, the user is asked after a reload of the window.
  if (options.isOpen(place)) await bases.unsaved(now).catch(() => undefined);
  return { outcome, left: stored };
};
