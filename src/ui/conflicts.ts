import * as vscode from "vscode";
import { shownText } from "../base/bytes.ts";
import { editorText } from "../base/editorText.ts";
import { CancelledError, isCancelled } from "../base/errors.ts";
import { showWarning } from "./messages.ts";
import { hasUnsavedNotebook, openDocument } from "./openDocument.ts";
import { plainText } from "./plainText.ts";
import { confirm, confirmRisk } from "./prompts.ts";
import { saveUnasked } from "./saveReasons.ts";

/** `deleted`: the server has no such file now. `different`: what the local text is based on is not known. */
type ConflictKind = "changed" | "deleted" | "different";

/** What can be done about a conflict; an action that does not apply is left out. */
interface ConflictActions {
  readonly merge?: (() => Promise<void>) | undefined;
  readonly compare?: (() => Promise<void>) | undefined;
  /** Replaces the server's version, after the user has confirmed it; creates what was deleted there. */
  readonly keepMine: () => Promise<void>;
  readonly takeTheirs?: (() => Promise<void>) | undefined;
  /** The server has no history of it: what is replaced is lost. */
  readonly isWithoutHistory?: true;
}

interface MergeSides {
  readonly base: vscode.Uri;
  readonly theirs: vscode.Uri;
  readonly mine: vscode.Uri;
  /** The document that the merge editor writes. */
  readonly output: vscode.Uri;
}

/** The text that VS Code shows for a save that met a conflict. */
export const conflictText = (isDeleted: boolean): string =>
  isDeleted
    ? vscode.l10n.t("The file was deleted on the server. Nothing was overwritten: keep yours, or take theirs.")
    : vscode.l10n.t(
        "The same lines were changed elsewhere. Nothing was overwritten: merge, compare, or choose a side.",
      );

/** What was chosen before the question, which is not asked then unless the choice does not apply. */
export type ConflictChoice = "merge" | "keepMine" | "takeTheirs";

/** What a user can choose at a conflict, in this order. */
export const conflictChoices = () => ({
  merge: vscode.l10n.t("Merge..."),
  compare: vscode.l10n.t("Compare"),
  keepMine: vscode.l10n.t("Keep Mine"),
  takeTheirs: vscode.l10n.t("Take Theirs"),
});

const questionOf = (kind: ConflictKind, fileName: string): string => {
  const name = plainText(fileName);
  switch (kind) {
    case "changed":
      return vscode.l10n.t(
        "“{0}” was changed here and on the server, on the same lines. Nothing was overwritten.",
        name,
      );
    case "deleted":
      return vscode.l10n.t("“{0}” was changed here and deleted on the server. Nothing was overwritten.", name);
    case "different":
      return vscode.l10n.t("“{0}” is different here and on the server. Nothing was overwritten.", name);
  }
};

/** Throws CancelledError unless the user confirms that the server's version is replaced. */
export const confirmKeepMine = (fileName: string, isWithoutHistory = false): Promise<void> =>
  confirm(
    vscode.l10n.t("Replace “{0}” on the server with your version?", fileName),
    isWithoutHistory
      ? vscode.l10n.t("This can't be undone.")
      : vscode.l10n.t("Their version remains in the history only."),
    conflictChoices().keepMine,
  );

/**
 * Before theirs replaces what the document has: asks when that is no longer `mine`, the user's side as the conflict was
 * found, and answers whether it did. Throws CancelledError when it is to stay.
 */
export const confirmTakeTheirs = async (
  fileName: string,
  uri: vscode.Uri | undefined,
  mine: Uint8Array,
): Promise<boolean> => {
  if (!uri) return false;
  const document = openDocument(uri);
  const isSame = !document || editorText(document.getText()) === editorText(shownText(mine));
  if (isSame && !hasUnsavedNotebook(uri)) return false;
  await confirm(
    vscode.l10n.t("Discard your changes to “{0}”?", fileName),
    vscode.l10n.t("You typed more since the conflict was found."),
    vscode.l10n.t("Discard Changes"),
  );
  return true;
};

/** Whether the user confirms that a text is sent in which neither side of a conflict was accepted. */
export const isUnmergedConfirmed = (fileName: string): Promise<boolean> =>
  confirmRisk(
    vscode.l10n.t("“{0}” still has conflicts. Save it anyway?", fileName),
    vscode.l10n.t("Where neither side was accepted, the server will have neither change."),
    { safe: vscode.l10n.t("Continue Merging"), action: vscode.l10n.t("Save Anyway") },
  ).catch((error: unknown) => {
    if (isCancelled(error)) return false;
    throw error;
  });

/** As `isUnmergedConfirmed`; throws CancelledError unless the user confirms it. */
export const confirmUnmerged = async (fileName: string): Promise<void> => {
  if (!(await isUnmergedConfirmed(fileName))) throw new CancelledError();
};

/** Asks what to do about a file that both sides changed, and again after a comparison. Throws CancelledError. */
export const askAboutConflict = async (
  fileName: string,
  kind: ConflictKind,
  actions: ConflictActions,
  chosen?: ConflictChoice,
): Promise<void> => {
  const { merge, compare, keepMine, takeTheirs } = actions;
  const title = conflictChoices();
  const choices: readonly { readonly title: string; readonly act: (() => Promise<void>) | undefined }[] = [
    { title: title.merge, act: merge },
    {
      title: title.compare,
      act: compare && (() => compare().then(() => askAboutConflict(fileName, kind, actions))),
    },
    // Where it was deleted, nothing is replaced.
    {
      title: title.keepMine,
      act:
        kind === "deleted" ? keepMine : () => confirmKeepMine(fileName, actions.isWithoutHistory).then(keepMine),
    },
    { title: title.takeTheirs, act: takeTheirs },
  ];
  const titles = choices.flatMap(({ title, act }) => (act ? [title] : []));
  const isDecided = chosen !== undefined && titles.includes(title[chosen]);
  const answer = isDecided ? title[chosen] : await showWarning(questionOf(kind, fileName), ...titles);
  await choices.find(({ title }) => title === answer)?.act?.();
};

export const notInConflictText = (fileName: string): string =>
  vscode.l10n.t("“{0}” isn't in conflict with the server.", plainText(fileName));

/** Of several edits that the user was asked about together. */
export const changedSinceText = (fileName: string): string =>
  vscode.l10n.t("“{0}” was changed since you were asked.", plainText(fileName));

/** Of a change that a message or a question was about. */
export const publishedSinceText = (fileName: string): string =>
  vscode.l10n.t("“{0}” was published or discarded since then.", plainText(fileName));

/** What a question adds where an edit is discarded whose editor has more text than was saved. */
export const unsavedTooText = (): string => vscode.l10n.t("Unsaved text in an open editor is discarded as well.");

/** Shows what the server has beside the document of the user. */
export const compareWithServer = async (fileName: string, theirs: vscode.Uri, mine: vscode.Uri): Promise<void> => {
  const title = vscode.l10n.t("{0}: Server ↔ Yours", plainText(fileName));
  await vscode.commands.executeCommand("vscode.diff", theirs, mine, title);
};

/** Replaces the text of a document in its editor: unsaved, and undoable. False for a read-only document. */
export const replaceText = async (uri: vscode.Uri, text: string): Promise<boolean> => {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  // The editor writes the byte order mark by itself.
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text.replace(/^\ufeff/, ""));
  return vscode.workspace.applyEdit(edit);
};

/**
 * Shows the text of a merge, which is stored, in the editor of its file. The merge editor would save it while it opens, at a
 * moment of its own, as if the user did.
 */
export const showMergeText = async (uri: vscode.Uri, text: string): Promise<void> => {
  await replaceText(uri, text);
  await saveUnasked(await vscode.workspace.openTextDocument(uri));
};

/** Opens VS Code's merge editor, which saves an unsaved output as it opens; without one, the two sides are compared. */
export const openMergeEditor = async (
  fileName: string,
  { base, theirs, mine, output }: MergeSides,
): Promise<void> => {
  try {
    await vscode.commands.executeCommand("_open.mergeEditor", {
      base,
      input1: { uri: theirs, title: vscode.l10n.t("Theirs") },
      input2: { uri: mine, title: vscode.l10n.t("Mine") },
      output,
    });
  } catch {
    await compareWithServer(fileName, theirs, output);
  }
};
