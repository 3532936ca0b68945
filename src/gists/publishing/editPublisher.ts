import { saveAtOnce } from "../../accounts/storage/saveAtOnce.ts";
import { HttpError } from "../../client/errors.ts";
import { bytesOf } from "../../base/bytes.ts";
import { textOf } from "../content.ts";
import type { FilePlace, NewGist } from "../types.ts";
import { type DraftGist, Drafts } from "./drafts.ts";
import type { EditPublisher } from "./engineOptions.ts";
import { inspectedText } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import type { PendingEdits } from "./pendingEdits.ts";
import type { UnconfirmedWrite } from "./pendingEdit.ts";
import type { ContentEdit, Outcome } from "./publishEdits.ts";

interface DraftDeps {
  readonly drafts: Drafts;
  readonly pending: PendingEdits;
}

const lostDraftOf = ({ accountId, gistId, fileName }: FilePlace): DraftGist => ({
  id: gistId,
  accountId,
  description: "",
  public: false,
  files: [fileName],
});

/**
 * Creates the gist of a draft, or changes the one that another window has made of it, or that was made by a request whose
 * answer was lost: also when more was typed since, and after a reload. Throws HttpError.
 */
const createGist = async (
  { gists, publisher, clock, accounts }: FilesOptions,
  { drafts, pending }: DraftDeps,
  place: FilePlace,
  { unconfirmed = [], ...edit }: ContentEdit,
): Promise<Outcome> => {
  // Signing out removes the draft, but not its unsaved document or its edits.
  const draft = (await drafts.refreshed(place)) ?? drafts.lastSeen(place) ?? lostDraftOf(place);
  const { publishedAs } = draft;
  const note = (id: string): void => drafts.publish(draft, id, accounts.get(place.accountId) !== undefined);
  if (publishedAs !== undefined) return publisher.publish({ ...place, gistId: publishedAs }, edit);
  const gistOf = (text: string, fileName = place.fileName): NewGist => ({
    description: draft.description,
    public: draft.public,
    files: { [fileName]: text },
  });
  const own = unconfirmed.map((write) => ({ ...write, fileName: place.fileName }));
  const isOwn = ({ expected }: UnconfirmedWrite): boolean => own.some((write) => write.expected === expected);
  // Another window, or another file of the draft, may have made it.
  const all = [...(await pending.creationsOf(place)).filter((write) => !isOwn(write)), ...own];
  for (const write of all.toReversed()) {
    const { accountId } = place;
    const wanted = gistOf(write.text, write.fileName);
    const made = await gists.findCreated(accountId, wanted, Number(write.expected), drafts.gistsOfOthers(place));
    if (!made) continue;
    note(made.id);
    const known = isOwn(write) ? { ...edit, base: write.text } : edit;
    return publisher.publish({ ...place, gistId: made.id }, known);
  }
  const begun = clock.now();
  const { mine } = edit;
  // There is no version that it was made on: it is looked for from this time on.
  const writes = [{ expected: String(begun), assumed: null, mine, text: mine }];
  await edit.willSend?.(writes);
  try {
    const gist = await gists.create(place.accountId, gistOf(mine), undefined, drafts.gistsOfOthers(place));
    note(gist.id);
    return { kind: "published", text: mine };
  } catch (error) {
    if (!HttpError.is(error) || !error.mayHaveSucceeded) throw error;
    return { kind: "unconfirmed", error, writes };
  }
};

/** As `createGist`, one file of a draft after the other; what is saved in the meantime is based on what was published. */
const publishDraft = async (
  options: FilesOptions,
  deps: DraftDeps,
  place: FilePlace,
  edit: ContentEdit,
): Promise<Outcome> => {
  const { drafts } = deps;
  const outcome = await drafts.inGistTurn(place, () => createGist(options, deps, place, edit));
  if (outcome.kind === "published") drafts.notePublished(place, outcome.text);
  return outcome;
};

/** How the engine publishes, also the files of drafts: those go out with the user's own save only. */
export const editPublisher = (options: FilesOptions, { drafts, pending }: DraftDeps): EditPublisher => ({
  modeOf: (place) => (Drafts.isDraftId(place.gistId) ? "onSave" : options.modeOf(place)),
  inspect: async (place, { mine, base }, mayAsk) => {
    // What is stored may be empty, binary or larger than the setting: throws ContentProblem.
    textOf(place.fileName, bytesOf(mine), options.maxFileBytes());
    return inspectedText(options, place, mine, base, { isSecret: drafts.isSecret(place), mayAsk });
  },
  publish: (place, edit) =>
    saveAtOnce(options.accounts, place.accountId, () =>
      Drafts.isDraftId(place.gistId)
        ? publishDraft(options, { drafts, pending }, place, edit)
        : options.publisher.publish(place, edit),
    ),
  placeOf: (place) => drafts.resolve(place),
});
