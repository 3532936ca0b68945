import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { sameBytes, utf8Text } from "../base/bytes.ts";
import { DisposableStore } from "../base/disposable.ts";

/**
 * Whether the user saved a document, or Auto Save did; "other" for a write of something else to a document that is
 * unsaved, such as a copied file; "write" for a write to what no document has unsaved.
 */
type SaveReason = "user" | "autoSave" | "other" | "write";

/** How long after its announcement a write is that of the announced save: others save what they change, too. Milliseconds. */
const maxAnnouncedMs = 30_000;

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

/** Why the documents of a scheme are written: VS Code gives the reason in an event before the write, not to the write. */
export class SaveReasons implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #clock: Clock;
  readonly #reasons = new Map<string, { readonly reason: SaveReason; readonly until: number }>();

  constructor(scheme: string, clock: Clock) {
    this.#clock = clock;
    const { Manual } = vscode.TextDocumentSaveReason;
    this.#store.add(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme !== scheme) return;
        const key = uri.toString();
        const until = this.#clock.now() + maxAnnouncedMs;
        const isUsers = reason === Manual && !savedUnasked.has(key);
        this.#reasons.set(key, { reason: isUsers ? "user" : "autoSave", until });
      }),
    );
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#reasons.delete(uri.toString());
      }),
    );
  }

  /** The reason of the write that is requested now. */
  async take(uri: vscode.Uri, content: Uint8Array): Promise<SaveReason> {
    const key = uri.toString();
    const announced = this.#reasons.get(key);
    this.#reasons.delete(key);
    // A save that was announced may never be made: it was cancelled, or the file could not be looked at.
    if (announced && this.#clock.now() <= announced.until) return announced.reason;
    // VS Code sends no event when it saves at the end of a window, or what a chat has edited: those are not the user's saves.
    const isUnsaved = ({ isDirty, uri: of }: vscode.TextDocument): boolean => isDirty && of.toString() === key;
    const document = vscode.workspace.textDocuments.find(isUnsaved);
    if (!document) return "write";
    return (await isTextOf(document, content)) ? "autoSave" : "other";
  }

  dispose(): void {
    this.#store.dispose();
  }
}
