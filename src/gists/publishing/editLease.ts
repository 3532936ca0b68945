import { SignedOutError } from "../../base/errors.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { EditAccounts, EngineOptions } from "./engineOptions.ts";
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

export const isAccountThere = (accounts: EditAccounts, { accountId }: FilePlace): boolean =>
  accounts.get(accountId) !== undefined;

/** Whether the account has a token. */
export const isSignedIn = (accounts: EditAccounts, { accountId }: FilePlace): boolean => {
  const account = accounts.get(accountId);
  return account !== undefined && account.problem === undefined;
};

/**
 * Throws SignedOutError when the account was signed out while the edit was sent: the sign-out has decided whether it stays on
 * this computer. What is saved after a sign-out is stored.
 */
export const leaveSignedOut = async (
  { pending, accounts }: Pick<EngineOptions, "pending" | "accounts">,
  place: FilePlace,
  edit: PendingEdit | undefined,
): Promise<void> => {
  if (isAccountThere(accounts, place)) return;
  if (edit) await pending.release(edit.id);
  throw new SignedOutError(place.accountId);
};
