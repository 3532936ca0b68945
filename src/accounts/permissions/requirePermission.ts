import type { OperationId } from "../../client/operations/table.ts";
import type { AccountsModel } from "../model.ts";
import { requireAccount } from "../requireAccount.ts";

/**
 * Asks for what an account is known to lack for an operation, before a command asks for anything that would be lost
 * otherwise. Throws SignedOutError, UserError, and CancelledError when the user says no.
 */
export const requirePermission = (
  accounts: Pick<AccountsModel, "get">,
  accountId: string,
  operation: OperationId,
): Promise<void> => requireAccount(accounts, accountId).permissions.require(operation);
