import { SignedOutError } from "../../base/errors.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { EngineOptions } from "./engineOptions.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** Whether the edit is there to be discarded. Throws GistProblem while another window sends it. */
export const claimToDiscard = async (pending: PendingEdits, { id, place }: PendingEdit): Promise<boolean> => {
  if (await pending.claim(id)) return true;
  // Another window may have published it, or have begun to.
  await pending.get(place);
  if (pending.record(id)) throw new GistProblem("sentElsewhere", place.fileName);
  return false;
};

export const isAccountThere = (
  { requireAccount }: Pick<EngineOptions, "requireAccount">,
  { accountId }: FilePlace,
): boolean => {
  try {
    requireAccount(accountId);
    return true;
  } catch (error) {
    if (!(error instanceof SignedOutError)) throw error;
    return false;
  }
};

/**
 * Throws SignedOutError when the account was signed out while the edit was sent: the sign-out has decided whether it stays on
 * this computer. What is saved after a sign-out is stored.
 */
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
