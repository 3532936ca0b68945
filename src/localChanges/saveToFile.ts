import * as vscode from "vscode";
import { decodeBase64 } from "../base/bytes.ts";
import { CancelledError } from "../base/errors.ts";
import { showInformation } from "../ui/messages.ts";
import { unsavedDocument } from "../ui/openDocument.ts";
import { plainText } from "../ui/plainText.ts";
import { labelOf } from "./label.ts";
import type { LocalChange } from "./model.ts";

/** What the editor shows, if that is the change, with what was typed since its save. */
const bytesOf = async ({ place, content }: LocalChange, isInEditor: boolean): Promise<Uint8Array> => {
  const unsaved = isInEditor ? unsavedDocument(place.uri) : undefined;
  return unsaved
    ? vscode.workspace.encode(unsaved.getText(), { encoding: unsaved.encoding })
    : decodeBase64(content);
};

/**
 * Writes it to a file that the user selects, as where its repository or webhook is gone. The change stays until the user
 * discards it: true when the user asks for that. Throws CancelledError, and FileSystemError.
 */
export const saveChangeToFile = async (change: LocalChange, isInEditor: boolean): Promise<boolean> => {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri;
  const label = labelOf(change);
  const name = label.replace(/[\\/]/g, "-");
  const file = await vscode.window.showSaveDialog(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {});
  if (!file) throw new CancelledError();
  await vscode.workspace.fs.writeFile(file, await bytesOf(change, isInEditor));
  await vscode.commands.executeCommand("vscode.open", file);
  const discard = vscode.l10n.t("Discard Local Change");
  const text = vscode.l10n.t("“{0}” was saved to a file. Its change is still unpublished.", plainText(label));
  return (await showInformation(text, discard)) === discard;
};
