import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { filesText } from "../ui/counts.ts";
import { plainText } from "../ui/plainText.ts";
import { askText } from "../ui/prompts.ts";
import { errorText } from "../ui/errorText.ts";
import type { FileChange, RepoConflict } from "./commitErrors.ts";
import type { RepoFiles } from "./files.ts";
import type { ReposModel } from "./model.ts";
import { filled } from "./commitTemplate.ts";
import { toUserError } from "./problemText.ts";
import type { ContentPlace } from "./types.ts";
import { contentUri } from "./uri.ts";
import { showWarning } from "../ui/messages.ts";

/** Asks once for all files that are saved together. Throws CancelledError; nothing is sent then. */
export const askMessage = async (changes: readonly FileChange[], template: string): Promise<string> => {
  const [first] = changes;
  if (!first) throw new CancelledError();
  const isDelete = changes.every(({ kind }) => kind === "delete");
  const branches = [...new Set(changes.map(({ place }) => `${place.owner}/${place.repo}: ${place.ref}`))];
  return askText({
    title: vscode.l10n.t("Commit to {0}", branches.join(", ")),
    prompt: vscode.l10n.t(
      "The message. Each file is a commit of its own: {0}. Escape sends nothing; the editor stays unsaved.",
      changes.map(({ place }) => place.path).join(", "),
    ),
    value: isDelete
      ? filled(vscode.l10n.t("Delete {0}", "${files}"), changes, filesText)
      : filled(template, changes, filesText),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A commit has a message.") : undefined),
  });
};

/** The file at the newest commit of its branch, so that what is compared stays what it is. */
export const newestCopy = async (repos: ReposModel, place: ContentPlace): Promise<vscode.Uri> => {
  const { items } = await repos.section(place, "commits", { sha: place.ref });
  return contentUri({ ...place, ref: items[0]?.sha ?? place.ref });
};

export interface ConflictParts {
  readonly repos: ReposModel;
  readonly files: RepoFiles;
  readonly onError: (what: string, error: unknown) => void;
}

/** Both sides changed the same lines: the user compares, and chooses. */
const askAboutConflict = async (parts: ConflictParts, { place, theirs }: RepoConflict): Promise<void> => {
  const { files, repos } = parts;
  const uri = contentUri(place);
  const compare = vscode.l10n.t("Compare");
  const mine = vscode.l10n.t("Commit Mine over Theirs");
  const take = vscode.l10n.t("Take Theirs");
  const name = plainText(place.path);
  const text =
    theirs === null
      ? vscode.l10n.t("“{0}” was deleted on {1} meanwhile. Nothing was sent.", name, plainText(place.ref))
      : vscode.l10n.t("“{0}” was changed on {1} at the same lines. Nothing was sent.", name, plainText(place.ref));
  const answers = theirs === null ? [mine] : [compare, mine, take];
  const answer = await showWarning(text, ...answers);
  if (answer === compare) {
    const left = await newestCopy(repos, place);
    const title = vscode.l10n.t("{0}: theirs and mine", place.path);
    await vscode.commands.executeCommand("vscode.diff", left, uri, title);
    await askAboutConflict(parts, { place, theirs } as RepoConflict);
  }
  if (answer === mine) {
    // Also where no editor has it: the text is stored as a local change then.
    await vscode.window.showTextDocument(uri, { preview: false });
    await files.acceptTheirs(place);
    await vscode.commands.executeCommand("workbench.action.files.save");
  }
  if (answer === take) {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }
    await files.revert(place);
  }
};

/** What cannot be asked about is told. */
export const conflictAsker =
  (parts: ConflictParts) =>
  (conflict: RepoConflict): void => {
    askAboutConflict(parts, conflict).catch((error: unknown) => {
      parts.onError(errorText(toUserError(error)), toUserError(error));
    });
  };
