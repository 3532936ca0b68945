import { fileOf, filesOf } from "../gistFacts.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import { requireMine } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";

/** Deletes the file at the service, where it has it. Throws GistProblem, of a file that is nowhere unless it `isEdited`. */
export const deleteFile = async (options: FilesOptions, place: FilePlace, isEdited: boolean): Promise<void> => {
  const { gists, publisher } = options;
  const gist = await gists.get(place.accountId, place.gistId);
  if (fileOf(gist, place.fileName)) {
    await requireMine(options, place);
    if (filesOf(gist).length === 1) throw new GistProblem("lastFile", place.fileName);
    await publisher.deleteFile(place);
  } else if (!isEdited) throw new GistProblem("noFile", place.fileName);
};
