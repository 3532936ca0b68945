import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { leaseMs } from "../../base/recordFolder.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { EngineOptions } from "./engineOptions.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** Renews this window's lease of a record while the task runs. `id`: of the record as it is now. */
export const withLease = async <T>(
  {
    pending,
    clock,
    onError,
  }: { readonly pending: PendingEdits; readonly clock: Clock; readonly onError: (error: unknown) => void },
  id: () => string | undefined,
  task: () => Promise<T>,
): Promise<T> => {
  let renewal: Disposable | undefined;
  let renewing: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const renew = (): void => {
    renewal = clock.setTimer(leaseMs / 3, () => {
      renewing = pending
        .claim(id() ?? "")
        .then(() => (isOver ? undefined : renew()))
        .catch(onError);
    });
  };
  if (id() !== undefined) renew();
  try {
    return await task();
  } finally {
    isOver = true;
    renewal?.dispose();
    // It renames the record, which is removed next.
    await renewing;
  }
};

/** Whether the edit is there to be discarded. Throws GistProblem while another window sends it. */
export const claimToDiscard = async (pending: PendingEdits, { id, place }: PendingEdit): Promise<boolean> => {
  if (await pending.claim(id)) return true;
  // Another window may have published it, or have begun to.
  await pending.get(place);
  if (pending.record(id)) throw new GistProblem("sentElsewhere", place.fileName);
  return false;
};

/** Throws SignedOutError when the account was signed out, which has decided whether the edit stays on this computer. */
export const leaveSignedOut = async (
  { pending, requireAccount }: Pick<EngineOptions, "pending" | "requireAccount">,
  { accountId }: FilePlace,
  edit: PendingEdit | undefined,
): Promise<void> => {
  try {
    requireAccount(accountId);
  } catch (error) {
    if (edit) await pending.release(edit.id);
    throw error;
  }
};
