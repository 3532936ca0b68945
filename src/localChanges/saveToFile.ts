import * as vscode from "vscode";
import { decodeBase64 } from "../base/bytes.ts";
import { UserError } from "../base/errors.ts";
import { publishedSinceText } from "../ui/conflicts.ts";
import { errorText } from "../ui/errorText.ts";
import { hasUnsavedNotebook, unsavedDocument } from "../ui/openDocument.ts";
import { askSaveFile } from "../ui/prompts.ts";
import { labelOf } from "./label.ts";
import type { LocalChange, LocalChanges } from "./model.ts";

/** What the editor shows, if that is the change, with what was typed since its save. Throws UserError for a notebook. */
const bytesOf = async ({ place, content }: LocalChange, label: string): Promise<Uint8Array> => {
  // What its cells would be saved as is known to VS Code only.
  if (hasUnsavedNotebook(place.uri))
    throw new UserError(vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", label));
  const unsaved = unsavedDocument(place.uri);
  return unsaved
    ? vscode.workspace.encode(unsaved.getText(), { encoding: unsaved.encoding })
    : decodeBase64(content);
};

/**
 * Writes it to a file that the user selects, as where its repository or webhook is gone. Answers what was written; it stays
 * until the user discards it. Throws CancelledError, UserError.
 */
export const saveChangeToFile = async (
  changes: LocalChanges,
  given: LocalChange,
  isShown: (change: LocalChange) => Promise<boolean>,
): Promise<LocalChange> => {
  const label = labelOf(given);
  const file = await askSaveFile(label.replace(/[\\/]/g, "-"), vscode.l10n.t("Save Local Change to a File"));
  // While the dialog was open, Auto Save may have stored more, or another window may have published it.
  await changes.refresh();
  const change = changes.latestOf(given);
  if (!change) throw new UserError(publishedSinceText(label));
  const bytes = (await isShown(change)) ? await bytesOf(change, label) : decodeBase64(change.content);
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (error) {
    throw new UserError(errorText(error), { cause: error });
  }
  await vscode.commands.executeCommand("vscode.open", file);
  return change;
};
