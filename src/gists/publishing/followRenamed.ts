import { shownText } from "../../base/bytes.ts";
import { filesOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import { Drafts } from "./drafts.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { PendingEdits } from "./pendingEdits.ts";

interface FollowDeps {
  readonly gists: FilesOptions["gists"];
  readonly drafts: Drafts;
  readonly pending: PendingEdits;
  readonly bases: Bases;
}

/** The name with which another window has published the text of a new file, where the gist has none of its own name. */
const publishedName = async ({ gists, bases }: FollowDeps, place: FilePlace): Promise<string | undefined> => {
  const text = bases.editTextOf(place);
  if (bases.of(place) !== null || text === undefined || Drafts.isDraftId(place.gistId)) return undefined;
  const files = filesOf(await gists.read(place.accountId, place.gistId, { fresh: true }));
  if (files.some(({ filename }) => filename === place.fileName)) return undefined;
  const names: string[] = [];
  for (const file of files) if (shownText(await gists.wholeFile(place, file)) === text) names.push(file.filename);
  // Of several, it isn't known which one it is.
  return names.length === 1 ? names[0] : undefined;
};

/**
 * Before a save: when another window has renamed the file of the edit that the document shows, its text is one of the file
 * with the new name from now on, not a second file. It may have been followed before a reload of this window; have been
 * renamed and renamed back; wait there as an edit of the new name; or be published under it, which reads the gist.
 */
export const followRenamed = async (deps: FollowDeps, given: FilePlace): Promise<void> => {
  const { drafts, pending, bases } = deps;
  const place = drafts.resolve(given);
  const restored = await bases.restore(place);
  if (restored !== undefined) {
    drafts.noteRenamed(given, restored);
    return;
  }
  const shown = bases.editOf(place);
  if (shown === undefined) return;
  try {
    await pending.get(place);
    if (pending.record(shown)) return;
    // Only its own name was read: an edit of another name is stored elsewhere.
    await pending.refresh();
    // Renamed there and back, for example.
    const here = pending.of(place).find(({ formerIds }) => formerIds?.includes(shown));
    if (here && bases.hasTextOf(place, here)) {
      bases.move(place, place, here);
      return;
    }
    const edit = pending.renamed(shown, place);
    const newName = edit?.place.fileName ?? (await publishedName(deps, place));
    if (newName === undefined) return;
    // What that window has saved since is stored beside this text, as it is without a new name.
    const isSame = edit !== undefined && bases.hasTextOf(place, edit);
    const text = bases.editTextOf(place);
    drafts.noteRenamed(given, newName);
    const to = drafts.resolve(given);
    bases.follow(place, to, isSame ? edit : undefined);
    // The service has it: what is typed is based on that.
    if (!edit && text !== undefined) bases.set(to, text);
  } catch {
    // The save goes on with what is known: it says itself what it can't store or ask.
  }
};
