import * as vscode from "vscode";
import { parseTimelinePlace, type TimelinePlace } from "./timeline/place.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";
import { hasDirtyTab } from "../ui/tabs.ts";

export const template = "{\n  \n}\n";

export const shownJson = (text: string): string => {
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
};

/** Saves the document, until nothing typed in the meantime is left or VS Code refuses. */
export const saveWhole = async (uri: vscode.Uri): Promise<void> => {
  for (;;) {
    const document = openDocument(uri);
    if (!document || !(isUnsaved(uri) || hasDirtyTab(uri))) return;
    const text = document.getText();
    const isSaved = await document.save();
    // It may have ended with a save that was under way, of an earlier text.
    if (!isSaved || (document.getText() === text && !isUnsaved(uri))) return;
  }
};

/** Replaces the text of the open document, and saves it; false when VS Code refuses. */
export const replaceText = async (uri: vscode.Uri, text: string): Promise<boolean> => {
  const document = openDocument(uri);
  if (!document) return true;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  return (await vscode.workspace.applyEdit(edit)) && (await document.save());
};

export const abandonedText = (): string =>
  vscode.l10n.t(
    "The deployment that this payload was for is no longer being created. Copy the text and start again.",
  );

export const closedFormText = (): string =>
  vscode.l10n.t("The form for this payload is closed. Use as Payload opens it again with this text.");

/** In the address, so that the text is found again after a reload of the window. */
export const queryOf = ({ accountId, owner, repo, environment }: TimelinePlace): string =>
  new URLSearchParams({ accountId, owner, repo, environment }).toString();

export const placeIn = ({ query }: vscode.Uri): TimelinePlace | undefined =>
  parseTimelinePlace(Object.fromEntries(new URLSearchParams(query)));
