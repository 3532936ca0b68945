import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { UserError } from "../base/errors.ts";
import type { OperationId } from "../client/operations/table.ts";
import { unavailable } from "./availability.ts";
import { unavailableText } from "./problemText.ts";

/** Throws UserError for what the account's server is known not to have. */
export const refuseUnavailable = (operation: OperationId, { profile }: Account): void => {
  const lack = unavailable(operation, profile);
  if (lack?.isFinal)
    throw new UserError(
      vscode.l10n.t(
        "{0}: nothing was sent. Other servers may have {1}.",
        unavailableText(lack, profile),
        operation,
      ),
    );
};
