import { textOf } from "../content.ts";
import type { Drafts } from "./drafts.ts";
import type { SaveOutcome } from "./engineOptions.ts";
import { checkName, inspectedText } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { FilePlace } from "../types.ts";

/** Makes a gist of its first saved file. Throws GistProblem, CancelledError or HttpError. */
export const publishDraft = async (
  options: FilesOptions,
  drafts: Drafts,
  place: FilePlace,
  bytes: Uint8Array,
): Promise<SaveOutcome> => {
  if (bytes.length === 0) return "unchanged";
  checkName(place.fileName);
  const draft = drafts.get(place.accountId, place.gistId);
  const typed = textOf(place.fileName, bytes, options.largestFile());
  const content = await inspectedText(options, place, typed, null, !(draft?.public ?? false));
  const gist = await options.gists.create(place.accountId, {
    description: draft?.description ?? "",
    public: draft?.public ?? false,
    files: { [place.fileName]: content },
  });
  if (draft) drafts.publish(draft, gist.id);
  return "published";
};
