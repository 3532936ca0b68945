import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import { clockText } from "./clockText.ts";
import { plainText } from "./plainText.ts";
import { showStatus } from "./showStatus.ts";
import { closeSavedTabs } from "./tabs.ts";
import { hasUnsavedText } from "./unsavedText.ts";

/**
 * After what the document's editor shows was discarded: the editor shows what the server has, or is closed where it `closes`. While
 * the server asks for silence VS Code can't read it, and what is typed on would be based on what was discarded: the editor is
 * closed then, too. `silentUntil`: milliseconds since 1970-01-01T00:00:00Z; 0 when the server may be asked.
 */
export const showServerText = async (
  document: vscode.TextDocument,
  { silentUntil, closes = false }: { readonly silentUntil: number; readonly closes?: boolean },
): Promise<void> => {
  const isSilent = silentUntil > 0;
  const command =
    closes || isSilent ? "workbench.action.revertAndCloseActiveEditor" : "workbench.action.files.revert";
  // An editor that was opened just before may become the active one in between.
  for (let round = 0; round < 3 && hasUnsavedText(document); round++) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand(command);
  }
  if (!isSilent) return;
  const address = document.uri.toString();
  await closeSavedTabs((uri) => uri.toString() === address);
  const name = plainText(decodePart(document.uri.path.split("/").at(-1) ?? ""));
  showStatus(
    vscode.l10n.t("“{0}” was closed: the server takes no requests until {1}.", name, clockText(silentUntil)),
    10_000,
  );
};
