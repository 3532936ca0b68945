import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";

/** Whether the user saved a document, or Auto Save did. */
export type SaveReason = "user" | "autoSave";

/** Why the documents of a scheme are written: VS Code gives the reason in an event before the write, not to the write. */
export class SaveReasons implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #reasons = new Map<string, SaveReason>();

  constructor(scheme: string) {
    const { Manual } = vscode.TextDocumentSaveReason;
    this.#store.add(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme) this.#reasons.set(uri.toString(), reason === Manual ? "user" : "autoSave");
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
    const reason = this.#reasons.get(key);
    this.#reasons.delete(key);
    if (reason) return reason;
    // VS Code tells nothing when it saves at the end of a window, or what a chat has edited: those are no saves by the user.
    const isUnsaved = ({ isDirty, uri: of }: vscode.TextDocument): boolean => isDirty && of.toString() === key;
    return vscode.workspace.textDocuments.some(isUnsaved) ? "autoSave" : "user";
  }

  dispose(): void {
    this.#store.dispose();
  }
}
