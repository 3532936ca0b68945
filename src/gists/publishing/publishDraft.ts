import { isCancelled } from "../../base/errors.ts";
import { textOf } from "../content.ts";
import type { FilePlace } from "../types.ts";
import { Drafts } from "./drafts.ts";
import type { EditEngine } from "./engine.ts";
import type { EngineOptions, SaveOutcome } from "./engineOptions.ts";
import { checkName, inspectedText } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { ContentEdit, Outcome } from "./publishEdits.ts";
import { isRequestError } from "./publishErrors.ts";

/** Creates the gist of a draft, or changes the one that another window has made of it. Throws HttpError. */
const createGist = async (
  { gists, publisher }: FilesOptions,
  drafts: Drafts,
  place: FilePlace,
  edit: ContentEdit,
): Promise<Outcome> => {
  const draft = await drafts.refreshed(place);
  const { publishedAs } = draft ?? {};
  if (publishedAs !== undefined) return publisher.publish({ ...place, gistId: publishedAs }, edit);
  const gist = await gists.create(place.accountId, {
    description: draft?.description ?? "",
    public: draft?.public ?? false,
    files: { [place.fileName]: edit.mine },
  });
  if (draft) drafts.publish(draft, gist.id);
  return { kind: "published", text: edit.mine };
};

/** How the engine publishes, also the files of drafts: those go out with the user's own save only. */
export const publishing = (
  options: FilesOptions,
  drafts: Drafts,
): Pick<EngineOptions, "modeOf" | "publisher"> => ({
  modeOf: (place) => (Drafts.isDraftId(place.gistId) ? "onSave" : options.modeOf(place)),
  publisher: {
    publish: (place, edit) =>
      Drafts.isDraftId(place.gistId)
        ? createGist(options, drafts, place, edit)
        : options.publisher.publish(place, edit),
  },
});

/**
 * Makes a gist of its first saved file; what Auto Save saves, and what can't be sent, is stored as an edit of the draft.
 * `edit`: the stored edit that the text grew out of. Throws GistProblem.
 */
export const saveDraft = async (
  options: FilesOptions,
  { drafts, engine }: { readonly drafts: Drafts; readonly engine: EditEngine },
  place: FilePlace,
  { bytes, edit, isAutomatic }: { bytes: Uint8Array; edit: string | undefined; isAutomatic: boolean },
): Promise<SaveOutcome> => {
  if (bytes.length === 0) return "unchanged";
  checkName(place.fileName);
  const typed = textOf(place.fileName, bytes, options.largestFile());
  if (isAutomatic) {
    await engine.rebase(place, null, typed, edit);
    return "kept";
  }
  const saved = { base: null, edit };
  try {
    const isSecret = !(drafts.get(place.accountId, place.gistId)?.public ?? false);
    const mine = await inspectedText(options, place, typed, null, isSecret);
    return await engine.save(place, { ...saved, mine });
  } catch (error) {
    if (!isRequestError(error) && !isCancelled(error)) throw error;
    return engine.storeFailed(place, { ...saved, mine: typed }, error);
  }
};
