import { isCancelled } from "../../base/errors.ts";
import type { FilePlace } from "../types.ts";
import { EditConflict } from "./editConflict.ts";
import { isSignedIn } from "./editLease.ts";
import type { EngineOptions } from "./engineOptions.ts";
import { keyOf } from "./pendingEdits.ts";
import { isFinal, isRequestError } from "./publishErrors.ts";

interface FlushActions {
  /** Sends what is queued of the file. Throws. */
  readonly publish: (place: FilePlace) => Promise<unknown>;
  /** An edit of the file may be one that only the user can do something about. */
  readonly onFailed: (place: FilePlace, error: unknown) => void;
  /** The account's outbox is to be tried again later. */
  readonly onStopped: (accountId: string) => void;
}

/** Sends what waits, in order, of one account or of all; an account stops at the first that cannot be sent now. */
export const flushOutbox = async (
  { pending, accounts, onError }: Pick<EngineOptions, "pending" | "accounts" | "onError">,
  { publish, onFailed, onStopped }: FlushActions,
  only: string | undefined,
): Promise<void> => {
  // Another window may have stored or published some since.
  await pending.refresh();
  const stopped = new Set<string>();
  const tried = new Set<string>();
  for (const { place, state } of pending.all) {
    const { accountId } = place;
    const key = keyOf(place);
    if (state !== "queued" || stopped.has(accountId) || tried.has(key)) continue;
    if (only !== undefined && accountId !== only) continue;
    tried.add(key);
    if (!isSignedIn(accounts, place)) {
      stopped.add(accountId);
      continue;
    }
    try {
      await publish(place);
    } catch (error) {
      if (!isFinal(error) && !(error instanceof EditConflict) && !isCancelled(error)) {
        stopped.add(accountId);
        // What is no answer of the service is a fault here: it is reported, and tried again later.
        if (!isRequestError(error)) {
          onError(error);
          onStopped(accountId);
        }
        continue;
      }
      onFailed(place, error);
    }
  }
};
