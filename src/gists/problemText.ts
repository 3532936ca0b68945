import * as vscode from "vscode";
import { ChoiceError, OutdatedError, UserError } from "../base/errors.ts";
import { conflictText } from "../ui/conflicts.ts";
import { settings } from "../ids.ts";
import { EditConflict } from "./publishing/editConflict.ts";
import { maxNameBytes, type NameProblem } from "./fileName.ts";
import { GistProblem } from "./problem.ts";
import { plainText } from "../ui/plainText.ts";
import { pluralText } from "../ui/pluralText.ts";
import { textLanguage } from "../ui/textLanguage.ts";

export const nameProblemText = (problem: NameProblem, name: string): string => {
  switch (problem) {
    case "empty":
      return vscode.l10n.t("Enter a file name.");
    case "slash":
      return vscode.l10n.t("A gist has no folders: a file name has no / and no \\.");
    case "control":
      return vscode.l10n.t("A file name has no line breaks or other control characters.");
    case "dots":
      return vscode.l10n.t("{0} isn't a valid file name.", name);
    case "tooLong":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {A file name has at most # byte.} other {A file name has at most # bytes.}}",
        ),
        maxNameBytes,
      );
    case "taken":
      return vscode.l10n.t("The gist already has a file {0}.", name);
  }
};

const megabytes = (bytes: number): string =>
  (bytes / 1_000_000).toLocaleString(textLanguage(), { maximumFractionDigits: 1 });

const problemText = ({ kind, subject: given, limit = 0 }: GistProblem): string => {
  const subject = plainText(given);
  switch (kind) {
    case "binary":
      return vscode.l10n.t("{0} isn't UTF-8 text, and a gist can have text only.", subject);
    case "tooLarge":
      return vscode.l10n.t(
        "{0} is larger than {1} MB, the limit of the setting forgeside.gists.maxFileMegabytes.",
        subject,
        megabytes(limit),
      );
    case "tooLargeToStore":
      return vscode.l10n.t(
        "{0} can't be sent, and is too large to be stored on this computer: more than {1} MB. Save it as a file elsewhere with Save As.",
        subject,
        megabytes(limit),
      );
    case "emptyContent":
      return vscode.l10n.t("{0} is empty, and a gist can't have empty files.", subject);
    case "lastFile":
      return vscode.l10n.t("{0} is the gist's only file. Delete the gist instead.", subject);
    case "noFile":
      return vscode.l10n.t("The gist no longer has the file {0}.", subject);
    case "changedSince":
      return vscode.l10n.t(
        "{0} was changed elsewhere since you began. It was not deleted. Refresh and look at it first.",
        subject,
      );
    case "unsaved":
      return vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", subject);
    case "sentElsewhere":
      return vscode.l10n.t(
        "Another window is publishing “{0}”. Try again in a moment, or after two minutes if that window was closed.",
        subject,
      );
    case "outdated":
      return vscode.l10n.t("“{0}” was saved since then. There is nothing left to merge.", subject);
    case "restoredElsewhere":
      return vscode.l10n.t(
        "“{0}” was restored or removed in another window since then. Nothing was created.",
        subject,
      );
    case "noHistory":
      return vscode.l10n.t("The server doesn't provide the history of gists.");
    case "noForks":
      return vscode.l10n.t("The server doesn't provide the forks of gists.");
    case "notMine":
      return subject === ""
        ? vscode.l10n.t("This gist belongs to another user. Fork it to change it.")
        : vscode.l10n.t("This gist belongs to {0}. Fork it to change it.", subject);
    case "tooManyFiles":
      return vscode.l10n.t("“{0}” has more files than the server lists, so it can't be read as a whole.", subject);
    case "inTheWay":
      return vscode.l10n.t("“{0}” is in the way in the folder. Move it elsewhere and export again.", subject);
    case "brokenLinks":
      return vscode.l10n.t(
        "{0} can't be read, so it was not changed. Repair it, or store links in VS Code's storage for this workspace (setting forgeside.links.keepIn).",
        subject,
      );
    case "name:empty":
    case "name:slash":
    case "name:control":
    case "name:dots":
    case "name:tooLong":
    case "name:taken":
      return nameProblemText(kind.slice("name:".length) as NameProblem, subject);
  }
};

/** A problem of the model as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown => {
  if (error instanceof EditConflict) return new UserError(conflictText(error.theirs === null), { cause: error });
  if (!(error instanceof GistProblem)) return error;
  if (error.kind === "tooLarge") {
    const run = async (): Promise<void> =>
      vscode.commands.executeCommand("workbench.action.openSettings", settings.maxFileMegabytes);
    return new ChoiceError(problemText(error), [{ title: vscode.l10n.t("Open Setting"), run }], { cause: error });
  }
  const isOutdated = error.kind === "changedSince" || error.kind === "noFile";
  return new (isOutdated ? OutdatedError : UserError)(problemText(error), { cause: error });
};
