import * as vscode from "vscode";
import { ChoiceError, UserError } from "../base/errors.ts";
import { OtherVersionError, OutdatedPageError } from "./storage/storage.ts";

export const otherVersionText = (): string =>
  vscode.l10n.t(
    "Forgeside's accounts were saved by a newer version of Forgeside, so they can't be changed here. Nothing was deleted. Update Forgeside and reload the window.",
  );

export const lostSecretsText = (): string =>
  vscode.l10n.t(
    "VS Code's secret storage lost what was stored in an earlier session, so tokens are needed again after each restart. In the browser, this depends on the server of VS Code.",
  );

const outdatedPage = (cause: OutdatedPageError): ChoiceError =>
  new ChoiceError(
    vscode.l10n.t(
      "You signed in or replaced a token in another tab of the browser since this page was loaded. Reload this page before you change accounts here, so that the token isn't lost.",
    ),
    [
      {
        title: vscode.l10n.t("Reload Window"),
        run: () => vscode.commands.executeCommand("workbench.action.reloadWindow"),
      },
    ],
    { cause },
  );

/** A problem of the model as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown => {
  if (error instanceof OtherVersionError) return new UserError(otherVersionText(), { cause: error });
  return error instanceof OutdatedPageError ? outdatedPage(error) : error;
};

/** What the task answers. Throws its problems of the model as errors for people. */
export const withUserErrors = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    throw toUserError(error);
  }
};
