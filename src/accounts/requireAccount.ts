import { SignedOutError } from "../base/errors.ts";
import type { Account, AccountsModel } from "./model.ts";

/** Throws SignedOutError for an account that is not signed in. */
export const requireAccount = (accounts: Pick<AccountsModel, "get">, accountId: string): Account => {
  const account = accounts.get(accountId);
  if (!account) throw new SignedOutError(accountId);
  return account;
};
