import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "./errorText.ts";

type FileErrorCode = "FileNotFound" | "NoPermissions" | "FileIsADirectory" | "Unavailable";

/** How a feature's own errors are shown. */
interface OwnErrors {
  /** The error for people; anything else as it is. */
  readonly toUserError: (error: unknown) => unknown;
  /** Undefined leaves it to the kind of HttpError; `Unavailable` for all other errors. */
  readonly codeOf?: (error: unknown) => FileErrorCode | undefined;
}

const codeOfHttp = (error: unknown): FileErrorCode => {
  if (HttpError.is(error, "notFound", "gone")) return "FileNotFound";
  return HttpError.is(error, "forbidden", "unauthorized", "permission") ? "NoPermissions" : "Unavailable";
};

/** What VS Code shows for a write that the user canceled. */
export const canceledText = (): string => vscode.l10n.t("Canceled. Nothing was sent.");

/** The error that VS Code shows for a file: what failed and what to do, with its cause. The document stays as it is. */
export const toFileSystemError = (error: unknown, { toUserError, codeOf }: OwnErrors): vscode.FileSystemError => {
  if (error instanceof vscode.FileSystemError) return error;
  if (isCancelled(error)) return vscode.FileSystemError.Unavailable(canceledText());
  const shown = toUserError(error);
  const failure = vscode.FileSystemError[codeOf?.(error) ?? codeOfHttp(error)](errorText(shown));
  failure.cause = shown;
  return failure;
};
