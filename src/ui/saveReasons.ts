import * as vscode from "vscode";
import { sameBytes, utf8Text } from "../base/bytes.ts";
import { hasUnsavedNotebook, isUnsaved, openDocument, openNotebook } from "./openDocument.ts";
import { discardedTexts, hasUnsavedText, whileSaving, whileSavingNotebook } from "./unsavedText.ts";

/**
 * Whether the user saved a document, or Auto Save did; "other" for a write of something else to a document that is
 * unsaved, such as a copied file; "write" for a write to what no document has unsaved.
 */
export type SaveReason = "user" | "autoSave" | "other" | "write";

/** Whether these bytes are what the document is saved as; also where that cannot be found out. */
const isTextOf = async (document: vscode.TextDocument, bytes: Uint8Array): Promise<boolean> => {
  const text = document.getText();
  if (utf8Text(bytes)?.replace(/^\ufeff/, "") === text) return true;
  try {
    return sameBytes(await vscode.workspace.encode(text, { encoding: document.encoding }), bytes);
  } catch {
    return true;
  }
};

/** Documents that are saved by `saveUnasked` now. */
const savedUnasked = new Set<string>();

/** Saves a document as Auto Save does: the user is asked nothing. False when VS Code doesn't save it. */
export const saveUnasked = async (document: vscode.TextDocument): Promise<boolean> => {
  const key = document.uri.toString();
  savedUnasked.add(key);
  try {
    return await document.save();
  } finally {
    savedUnasked.delete(key);
  }
};

/** As `AnnouncedSaves`. */
export interface Saves {
  readonly take: (uri: vscode.Uri) => vscode.TextDocumentSaveReason | undefined;
  readonly isAnnounced: (address: string) => boolean;
}

/** Whether the document at the address has something to save: VS Code also saves what Auto Save has saved, if the user asks. */
export const isToBeSaved = (saves: Saves, address: string): boolean =>
  isUnsaved(address) || saves.isAnnounced(address);

/** The reason of the write that is requested now. To be called before anything is waited for. */
export const takeSaveReason = async (saves: Saves, uri: vscode.Uri, content: Uint8Array): Promise<SaveReason> => {
  const key = uri.toString();
  const reason = saves.take(uri);
  if (reason !== undefined)
    return reason === vscode.TextDocumentSaveReason.Manual && !savedUnasked.has(key) ? "user" : "autoSave";
  // VS Code sends no event when it saves at the end of a window, or what a chat has edited: those are not the user's saves.
  // What a notebook is saved as is known to its serializer only.
  if (hasUnsavedNotebook(uri)) return "autoSave";
  const document = openDocument(uri);
  if (!document || !hasUnsavedText(document)) return "write";
  return (await isTextOf(document, content)) ? "autoSave" : "other";
};

/**
 * Writes with the reason of a save. `hasUnsavedText` knows then what was typed during it. To be called before anything is
 * waited for.
 */
export const withSaveReason = async (
  saves: Saves,
  uri: vscode.Uri,
  content: Uint8Array,
  write: (reason: SaveReason) => Promise<void>,
): Promise<void> => {
  const document = openDocument(uri);
  const version = document?.version;
  const isItsText = document && isTextOf(document, content);
  const reason = await takeSaveReason(saves, uri, content);
  if (reason === "autoSave" && (await discardedTexts.get(uri.toString())?.())) return;
  const notebook = openNotebook(uri);
  const isOfNotebook = notebook && !(document && hasUnsavedText(document));
  if (isOfNotebook && (reason === "user" || reason === "autoSave"))
    return whileSavingNotebook(notebook, () => write(reason));
  if (!document || reason === "other" || reason === "write") return write(reason);
  return whileSaving(document, (await isItsText) ? version : undefined, () => write(reason));
};
