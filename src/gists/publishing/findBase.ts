import { shownText } from "../../base/bytes.ts";
import { fileOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import { EditConflict } from "./editConflict.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { EditEngine } from "./engine.ts";
import type { PendingEdits } from "./pendingEdits.ts";
import { isRequestError } from "./publishErrors.ts";

/**
 * Finds out what a text is based on that was not read here. `given` is the place of the document, `place` where its file is
 * now. Throws EditConflict where only the user can know.
 */
export const findBase = async (
  { accounts, gists, isOpen }: Pick<FilesOptions, "accounts" | "gists" | "isOpen">,
  { engine, pending }: { readonly engine: EditEngine; readonly pending: PendingEdits },
  bases: Bases,
  { given, place }: { readonly given: FilePlace; readonly place: FilePlace },
  bytes: Uint8Array,
): Promise<void> => {
  if (place !== given && bases.of(place) === undefined) {
    // The attempt that makes a gist of the draft may still be under way.
    await engine.inTurn(given, async () => undefined);
    await Promise.all([bases.restore(given), pending.get(place)]);
    const shown = bases.editOf(given) ?? "";
    const moved = pending.of(place).find(({ formerIds }) => formerIds?.includes(shown));
    // The document of a draft that was published without a save of it is based on what was published.
    const isKnown = typeof bases.of(given) === "string" || pending.record(shown) !== undefined;
    if (moved || isKnown) bases.move(given, place, moved);
  }
  await bases.restore(place);
  // Without the account it is not known: the two are compared when the text is sent.
  if (bases.of(place) !== undefined || !accounts.get(place.accountId)) return;
  let theirs: string | null;
  try {
    const known = fileOf(await gists.get(place.accountId, place.gistId), place.fileName);
    theirs = known ? shownText(await gists.wholeFile(place, known)) : null;
  } catch (error) {
    if (!isOpen(given) || !isRequestError(error)) throw error;
    // The text is stored, and compared with what the service has when it is sent.
    return;
  }
  const mine = shownText(bytes);
  // Another window has published the stored edit that the text is based on.
  if (theirs !== null && place !== given && theirs === bases.editTextOf(given)) {
    bases.set(place, theirs);
    return;
  }
  if (isOpen(given) && theirs !== null && theirs !== mine) {
    // An editor from before a reload, whose base could not be stored.
    throw new EditConflict(place, { base: null, mine, theirs });
  }
  bases.set(place, theirs);
};
