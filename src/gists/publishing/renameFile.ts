import { HttpError } from "../../client/errors.ts";
import { fileOf } from "../gistFacts.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { isNewFile, type NewFileDeps, newNamesIn } from "./newFiles.ts";
import { formerIdsAfter } from "./editContent.ts";

type RenameDeps = NewFileDeps & Pick<FilesOptions, "publisher">;

/** Throws GistProblem `noFile` for a file that another user has deleted or renamed. */
const renameAtService = async (
  { gists, publisher }: RenameDeps,
  place: FilePlace,
  newName: string,
  taken: readonly string[],
): Promise<void> => {
  try {
    await publisher.renameFile(place, newName, taken);
  } catch (error) {
    // The service only says that it is not valid: to it, this is a new file without content.
    if (!HttpError.is(error, "unprocessable")) throw error;
    const gist = await gists.read(place.accountId, place.gistId, { fresh: true }).catch(() => undefined);
    if (!gist || fileOf(gist, place.fileName)) throw error;
    throw new GistProblem("noFile", place.fileName);
  }
};

/** Renames a file where it is: here while it is new, else at the service. Its edits come along. Throws GistProblem, HttpError. */
export const renameFile = async (deps: RenameDeps, place: FilePlace, newName: string): Promise<void> => {
  const { drafts, pending, publisher } = deps;
  const taken = newNamesIn(place, drafts, pending).filter((name) => name !== place.fileName);
  if (await isNewFile(place, deps)) {
    await publisher.requireFreeName(place, newName, taken);
    // After a reload of the window, only its editor has it.
    if (pending.of(place).length === 0) drafts.addFile(place);
  } else await renameAtService(deps, place, newName, taken);
  drafts.renameFile(place, newName);
  await pending.get(place);
  // The new record says which one it takes the place of: a crash in between does not leave two.
  for (const edit of pending.of(place))
    await pending.put({ ...edit, place: { ...place, fileName: newName }, ...formerIdsAfter(edit) }, [edit.id]);
};
