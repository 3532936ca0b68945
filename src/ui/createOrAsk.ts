import * as vscode from "vscode";
import { ChoiceError } from "../base/errors.ts";
import { asClause } from "../base/punctuation.ts";
import { HttpError } from "../client/errors.ts";
import { saidBy } from "./localizedText.ts";

/** It is not known whether something was made. */
export class UnconfirmedError extends ChoiceError {}

/**
 * Runs what creates `what`, such as “The hook”, and says so when it is not known whether that is there. Sending again
 * runs it again: it looks first. Throws UnconfirmedError and what `create` throws.
 */
export const createOrAsk = async <T>(
  what: string,
  refresh: () => unknown,
  create: () => Promise<T>,
): Promise<T> => {
  try {
    return await create();
  } catch (error) {
    if (!HttpError.is(error) || !error.mayHaveSucceeded) throw error;
    throw new UnconfirmedError(
      error.kind === "network" || error.kind === "timeout"
        ? vscode.l10n.t("{0} may have been created: the connection was lost before the response arrived.", what)
        : vscode.l10n.t(
            "{0} may have been created, but the server did not confirm it: {1}.",
            what,
            asClause(saidBy(error)),
          ),
      [
        { title: vscode.l10n.t("Refresh"), run: refresh },
        { title: vscode.l10n.t("Send Again"), run: () => createOrAsk(what, refresh, create) },
      ],
      { cause: error },
    );
  }
};
