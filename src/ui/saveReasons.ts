import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";

/** Whether the user saved a document, or Auto Save did. */
export type SaveReason = "user" | "autoSave";

/** How long after its announcement a write is that of the announced save: others save what they change, too. Milliseconds. */
const maxAnnouncedMs = 30_000;

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
        const until = this.#clock.now() + maxAnnouncedMs;
        this.#reasons.set(uri.toString(), { reason: reason === Manual ? "user" : "autoSave", until });
      }),
    );
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#reasons.delete(uri.toString());
      }),
    );
  }

  /** The reason of the write that is requested now; "user" for a write that is not a save of a document. */
  take(uri: vscode.Uri): SaveReason {
    const key = uri.toString();
    const announced = this.#reasons.get(key);
    this.#reasons.delete(key);
    // A save that was announced may never be made: it was cancelled, or the file could not be looked at.
    if (announced && this.#clock.now() <= announced.until) return announced.reason;
    // VS Code sends no event when it saves at the end of a window, or what a chat has edited: those are not the user's saves.
    const isUnsaved = ({ isDirty, uri: of }: vscode.TextDocument): boolean => isDirty && of.toString() === key;
    return vscode.workspace.textDocuments.some(isUnsaved) ? "autoSave" : "user";
  }

  dispose(): void {
    this.#store.dispose();
  }
}
