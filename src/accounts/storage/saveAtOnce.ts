import { localizable } from "../../base/localizable.ts";
import type { Client } from "../../client/client.ts";
import { HttpError } from "../../client/errors.ts";
import { asSave } from "../../ui/callOrigin.ts";
import type { AccountsModel } from "../model.ts";
import { requireAccount } from "../requireAccount.ts";

export type SavingAccounts = Pick<AccountsModel, "get" | "tokenQuestions" | "recheck">;

/** What a file system of documents needs of the accounts. */
export type DocumentAccounts = SavingAccounts & Pick<AccountsModel, "load">;

/** Throws HttpError `unauthorized` while the user is asked for another token of the account. */
export const requireAnswered = (accounts: SavingAccounts, accountId: string): void => {
  // The user may have signed in again elsewhere, and the server may accept the token again.
  if (accounts.get(accountId)?.problem === undefined) return;
  void accounts.recheck(accountId);
  if (accounts.tokenQuestions.isOpen(accountId))
    throw new HttpError("unauthorized", 401, localizable("The user is asked for another token of this account."));
};

/** As `saveAtOnce`, also while the user is asked for another token. */
export const withoutWaiting = <T>(
  { tokenQuestions }: Pick<SavingAccounts, "tokenQuestions">,
  accountId: string,
  save: () => Promise<T>,
): Promise<T> => asSave(() => tokenQuestions.withoutWaiting(accountId, save));

/**
 * Runs the save of a document, which waits neither until the user has signed in again nor long for the server: what it
 * refuses for the token fails at once with HttpError `unauthorized`, and the user is asked beside it; what its rate limit
 * would hold back for more than five seconds, with `rateLimited`.
 */
export const saveAtOnce = async <T>(
  accounts: SavingAccounts,
  accountId: string,
  save: () => Promise<T>,
): Promise<T> => {
  requireAnswered(accounts, accountId);
  return withoutWaiting(accounts, accountId, save);
};

/**
 * Makes a call that can't be waited for long, as `saveAtOnce`. Rejects, too, when its answer says that the server accepts no
 * other call soon. Throws SignedOutError.
 */
export const callAtOnce = <T>(
  accounts: SavingAccounts,
  accountId: string,
  call: (client: Client) => Promise<T>,
): Promise<T> =>
  saveAtOnce(accounts, accountId, async () => {
    const { client } = requireAccount(accounts, accountId);
    return client.unlessHeld(call(client));
  });
