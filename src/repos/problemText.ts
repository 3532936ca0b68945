import * as vscode from "vscode";
import { pluralText } from "../ui/pluralText.ts";
import { ChoiceError, OutdatedError, UserError } from "../base/errors.ts";
import { changedSinceText, conflictText, publishedSinceText } from "../ui/conflicts.ts";
import { errorText } from "../ui/errorText.ts";
import { plainText } from "../ui/plainText.ts";
import { DeletedInPart, MovedInPart, NeedsOtherBranch, RepoConflict } from "./files/commitErrors.ts";
import { RepoProblem } from "./problem.ts";

const problemText = ({ kind, subject }: RepoProblem): string => {
  switch (kind) {
    case "notAFile":
      return vscode.l10n.t("{0} isn't a file.", subject);
    case "isLink":
      return vscode.l10n.t(
        "“{0}” is a symbolic link on the server, not a file, and was left as it is. Use another name, or change the link with Git.",
        subject,
      );
    case "isSubmodule":
      return vscode.l10n.t(
        "“{0}” is a submodule on the server, not a file, and was left as it is. Use another name, or change the submodule with Git.",
        subject,
      );
    case "isFolder":
      return vscode.l10n.t(
        "“{0}” is a folder on the server, not a file, and was left as it is. Use another name.",
        subject,
      );
    case "gone":
      return vscode.l10n.t("“{0}” no longer exists, or this account doesn't have access to it.", subject);
    case "notABranch":
      return vscode.l10n.t(
        "The branch {0} doesn't exist. Files at a tag or commit are read-only.",
        plainText(subject),
      );
    case "changedSince":
      return vscode.l10n.t(
        "{0} was changed elsewhere since you began. It was not deleted. Refresh and look at it first.",
        subject,
      );
    case "replaced":
      return changedSinceText(subject);
    case "sentSince":
      return publishedSinceText(subject);
    case "exists":
      return vscode.l10n.t("“{0}” already exists.", subject);
    case "outdated":
      return vscode.l10n.t("“{0}” was saved since then. There is nothing left to merge.", subject);
    case "unsaved":
      return vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", subject);
    case "tooLarge":
      return vscode.l10n.t("{0} is too large: the server doesn't provide its content.", subject);
    case "tooLargeToSend":
      return vscode.l10n.t("{0} is larger than 100 MB, the limit of the server.", subject);
    case "tooManyEntries":
      return vscode.l10n.t("“{0}” may have more entries than the server lists: change it with Git.", subject);
    case "badName":
      return vscode.l10n.t("{0} isn't a repository. Enter owner/name or its URL.", subject);
  }
};

/** A problem of the model as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown => {
  if (error instanceof DeletedInPart) {
    const { done, total, path, cause } = error;
    const why = toUserError(cause);
    const reason = errorText(why);
    return new (why instanceof OutdatedError ? OutdatedError : UserError)(
      pluralText(
        vscode.l10n.t(
          "{count, plural, one {Deleted {0} of # file. “{1}” was not deleted: {2}} other {Deleted {0} of # files. “{1}” was not deleted: {2}}}",
        ),
        total,
        done,
        path,
        reason,
      ),
      { cause: error },
    );
  }
  if (error instanceof MovedInPart) {
    const { path, finish, cause } = error;
    const reason = errorText(toUserError(cause));
    const run = (): Promise<void> =>
      finish().catch((failure: unknown) => {
        throw toUserError(failure);
      });
    return new ChoiceError(
      vscode.l10n.t("“{0}” was copied to its new name, but not deleted at the old one: {1}", path, reason),
      [{ title: vscode.l10n.t("Finish Renaming"), run }],
      { cause: error },
    );
  }
  if (error instanceof RepoConflict) return new UserError(conflictText(error.theirs === null), { cause: error });
  if (error instanceof NeedsOtherBranch)
    return new UserError(vscode.l10n.t("{0} is protected: nothing was sent.", plainText(error.change.place.ref)), {
      cause: error,
    });
  if (!(error instanceof RepoProblem)) return error;
  const isOutdated = error.kind === "changedSince" || error.kind === "gone";
  return new (isOutdated ? OutdatedError : UserError)(problemText(error));
};

export const invalidReferenceText = (): string =>
  vscode.l10n.t("That doesn't look like a repository. Enter owner/name, its number or its URL.");
