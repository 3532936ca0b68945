import { decodeBase64 } from "../../base/bytes.ts";
import { saveAtOnce } from "../../accounts/storage/saveAtOnce.ts";
import type { LocalChange } from "../../localChanges/model.ts";
import type { ContentPlace } from "../types.ts";
import { failureOf } from "./failureOf.ts";
import type { UncommittedSave } from "./fileSystem.ts";
import type { RefusalDeps } from "./newBranch.ts";

export interface WaitingDeps extends RefusalDeps {
  /** Shows why it was not committed. */
  readonly report: (save: UncommittedSave) => Promise<void>;
}

/**
 * Commits a local change with the message that was entered for it. What the service still refuses for its rate limit waits
 * again without a word. Rejects with what has to be shown.
 */
export const sendWaiting = async (
  { accounts, files, changes, report }: WaitingDeps,
  place: ContentPlace,
  change: LocalChange,
): Promise<void> => {
  const bytes = decodeBase64(change.content);
  try {
    await saveAtOnce(accounts, place.accountId, () => files.write(place, bytes, change.message));
  } catch (error) {
    const failure = failureOf(error);
    // An editor shows it, or has nothing of it.
    if ((await files.shownChange(place))?.id === change.id) await files.store(place, bytes, failure);
    else await changes.store({ ...change, ...failure }, change.id);
    if (failure.message === undefined)
      await report({ place, error, isStored: true, change: changes.latestOf(change) });
  }
};
