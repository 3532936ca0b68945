import { decodeBase64 } from "../../base/bytes.ts";
import { SignedOutError } from "../../base/errors.ts";
import { saveAtOnce } from "../../accounts/storage/saveAtOnce.ts";
import type { LocalChange } from "../../localChanges/model.ts";
import type { ContentPlace } from "../types.ts";
import { commitFailureOf, isHeldUp } from "./commitFailureOf.ts";
import type { UncommittedSave } from "./fileSystem.ts";
import type { RefusalDeps } from "./newBranch.ts";
import { storeFailure } from "./storeFailure.ts";

export interface WaitingDeps extends RefusalDeps {
  /** Shows why it was not committed; other changes do not wait for the answer. */
  readonly report: (save: UncommittedSave) => void;
}

/**
 * Commits a local change with the message that was entered for it. What the rate limit or the connection still holds up
 * waits again without a word. Rejects with what has to be shown.
 */
export const sendWaiting = async (
  { accounts, files, changes, report }: Pick<WaitingDeps, "accounts" | "files" | "changes" | "report">,
  place: ContentPlace,
  change: LocalChange,
): Promise<void> => {
  const bytes = decodeBase64(change.content);
  try {
    await saveAtOnce(accounts, place.accountId, () =>
      files.write(place, bytes, {
        message: change.commitMessage,
        isStillMeant: () => changes.record(change.id) !== undefined,
      }),
    );
    // Of a file that no editor shows, too. One that can't be removed is found to be committed by the next attempt.
    await changes.remove(change.id).catch(() => undefined);
  } catch (error) {
    // What becomes of its changes was decided when the account was signed out.
    if (error instanceof SignedOutError) return;
    const refused = commitFailureOf(error);
    const { reason } = refused;
    // It has all that the next attempt needs, also where the end of the window or the sign-out ended this one.
    const saysNothingNew = reason === "unreachable" && change.reason === reason && refused.retryAt === undefined;
    if (reason === "canceled" || saysNothingNew) return;
    await changes.get(change.place);
    const latest = changes.latestOf(change);
    // It was discarded.
    if (!latest) return;
    const waitsAgain = isHeldUp(refused);
    // It may be refused before the commit has its message again.
    const failure = waitsAgain ? { ...refused, commitMessage: change.commitMessage } : refused;
    // A later text has what hindered this one.
    if (latest.id === change.id) await storeFailure(files, changes, place, change, failure);
    if (!waitsAgain) report({ place, error, isStored: true, change: changes.latestOf(change) });
  }
};
