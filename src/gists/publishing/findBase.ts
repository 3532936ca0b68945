import { shownText } from "../../base/bytes.ts";
import { fileOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import { EditConflict } from "./editConflict.ts";
import type { FilesOptions } from "./filesOptions.ts";

/**
 * Finds out what a text is based on that was not read here. `given` is the place of the document, `place` where its file is
 * now. Throws EditConflict where only the user can know.
 */
export const findBase = async (
  { gists, isOpen }: Pick<FilesOptions, "gists" | "isOpen">,
  bases: Bases,
  { given, place }: { readonly given: FilePlace; readonly place: FilePlace },
  bytes: Uint8Array,
): Promise<void> => {
  await bases.restore(place);
  if (bases.of(place) !== undefined) return;
  const known = fileOf(await gists.get(place.accountId, place.gistId), place.fileName);
  const theirs = known ? shownText(await gists.wholeFile(place, known)) : null;
  const mine = shownText(bytes);
  if (isOpen(given) && theirs !== null && theirs !== mine) {
    // An editor from before a reload, whose base could not be stored.
    throw new EditConflict(place, { base: null, mine, theirs });
  }
  bases.set(place, theirs);
};
