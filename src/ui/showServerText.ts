import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import { clockText } from "./clockText.ts";
import { plainText } from "./plainText.ts";
import { showStatus } from "./showStatus.ts";
import { closeSavedTabs, countTabs } from "./tabs.ts";
import { hasUnsavedText } from "./unsavedText.ts";

interface Discarded {
  /** Whether the user gave up unsaved text with it; what was typed since then stays otherwise. */
  readonly losesUnsaved: boolean;
  /** Until when the server asks for silence: milliseconds since 1970-01-01T00:00:00Z; 0 when it may be asked. */
  readonly silentUntil: number;
  /** The file may be gone, which can't be reverted. */
  readonly closes?: boolean;
}

/**
 * After what the document's editor shows was discarded: the editor shows what the server has. While the server asks for silence
 * VS Code can't read that, and what is typed on would be based on what was discarded: the editor is closed.
 */
export const showServerText = async (
  document: vscode.TextDocument,
  { losesUnsaved, silentUntil, closes = false }: Discarded,
): Promise<void> => {
  const isSilent = silentUntil > 0;
  const hadTab = countTabs(document.uri) > 0;
  const command =
    closes || isSilent ? "workbench.action.revertAndCloseActiveEditor" : "workbench.action.files.revert";
  // An editor that was opened just before may become the active one in between.
  for (let round = 0; losesUnsaved && round < 3 && hasUnsavedText(document); round++) {
    await vscode.window.showTextDocument(document);
    if (vscode.window.activeTextEditor?.document === document) await vscode.commands.executeCommand(command);
  }
  if (!isSilent) return;
  const address = document.uri.toString();
  await closeSavedTabs((uri) => uri.toString() === address);
  if (!hadTab || countTabs(document.uri) > 0) return;
  const name = plainText(decodePart(document.uri.path.split("/").at(-1) ?? ""));
  showStatus(
    vscode.l10n.t("“{0}” was closed: the server accepts no requests until {1}.", name, clockText(silentUntil)),
    10_000,
  );
};
