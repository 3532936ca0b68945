import { callAtOnce, type SavingAccounts } from "../../accounts/storage/saveAtOnce.ts";
import type { ContentPlace } from "../types.ts";

/** Asks the server for the file, without a long wait, and without noting it as read. Throws HttpError and SignedOutError. */
export const checkFile = (
  accounts: SavingAccounts,
  { accountId, owner, repo, path, ref }: ContentPlace,
  signal: AbortSignal,
): Promise<unknown> =>
  callAtOnce(accounts, accountId, (client) =>
    client.call("repos.getContent", { user: owner, repo, path, ref }, { signal }),
  );
