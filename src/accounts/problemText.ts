import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { OtherVersionError } from "./storage.ts";

export const otherVersionText = (): string =>
  vscode.l10n.t(
    "Forgeside's accounts were saved by a newer version of Forgeside, so they can't be changed here. Nothing was deleted. Update Forgeside and reload the window.",
  );

export const lostSecretsText = (): string =>
  vscode.l10n.t(
    "VS Code's secret storage lost what was stored in an earlier session, so tokens are needed again after each restart. In the browser, this depends on the server of VS Code.",
  );

/** A problem of the model as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown =>
  error instanceof OtherVersionError ? new UserError(otherVersionText(), { cause: error }) : error;

/** What the task answers. Throws its problems of the model as errors for people. */
export const withUserErrors = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    throw toUserError(error);
  }
};
