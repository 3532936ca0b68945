import { fieldsOf } from "../base/fieldsOf.ts";
import { digestOf } from "../base/recordName.ts";
import type { SharedState } from "../base/sharedState.ts";

const kept = "keptDrafts";
/** Collections of the state with drafts whose whole text is in them. */
export const draftCollections = { gists: "commentDrafts", commits: "commitCommentDrafts" } as const;
const collections = Object.values(draftCollections);

type Drafts = Readonly<Record<string, unknown>>;

const all = (state: SharedState): Readonly<Record<string, Readonly<Record<string, Drafts>>>> =>
  state.get(kept) ?? {};

/** Puts the drafts of an account aside, where signing out does not remove them. */
export const keepDrafts = async (state: SharedState, accountId: string): Promise<void> => {
  await state.refresh();
  const drafts = Object.fromEntries(
    collections.map((name) => [
      name,
      Object.fromEntries(
        Object.entries(state.get<Drafts>(name) ?? {}).filter(
          ([, draft]) => fieldsOf(draft)["accountId"] === accountId,
        ),
      ),
    ]),
  );
  // Not the id itself: the state remembers for a while that a key was removed.
  const key = await digestOf(accountId);
  if (Object.values(drafts).some((each) => Object.keys(each).length > 0))
    await state.update(kept, { ...all(state), [key]: drafts });
};

/** The account is signed in to again: its drafts are back. */
export const restoreDrafts = async (state: SharedState, accountId: string): Promise<void> => {
  const key = await digestOf(accountId);
  const { [key]: drafts, ...others } = all(state);
  if (!drafts) return;
  // Back in their places first: a crash in between leaves them in both.
  for (const name of collections)
    await state.update(name, { ...state.get<Drafts>(name), ...fieldsOf(drafts[name]) });
  await state.update(kept, others);
};
