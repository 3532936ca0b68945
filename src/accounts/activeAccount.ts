import { CancelledError } from "../base/errors.ts";
import type { Account, AccountsModel } from "./model.ts";

/** The account that commands act on. Asks to sign in when there is none. Throws CancelledError when the user leaves. */
export const activeAccount = async ({ accounts }: { readonly accounts: AccountsModel }): Promise<Account> => {
  await accounts.load();
  if (!accounts.active) await accounts.signIn();
  if (!accounts.active) throw new CancelledError();
  return accounts.active;
};
