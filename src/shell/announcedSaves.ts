import * as vscode from "vscode";
import { type Clock, systemClock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";

/** How long after its announcement a write is that of the announced save: others save what they change, too. Milliseconds. */
const maxAnnouncedMs = 30_000;

/**
 * The saves that VS Code has announced and not made yet: it gives their reason in an event before the write, not to the
 * write. Listened for from activation on, so that a save is known that comes before its feature has started, as after a
 * reload.
 */
export class AnnouncedSaves implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #clock: Clock;
  readonly #saves = new Map<string, { readonly reason: vscode.TextDocumentSaveReason; readonly until: number }>();

  constructor(schemes: readonly string[], clock: Clock = systemClock) {
    this.#clock = clock;
    const { workspace } = vscode;
    const note = (uri: vscode.Uri, reason: vscode.TextDocumentSaveReason): void => {
      if (schemes.includes(uri.scheme))
        this.#saves.set(uri.toString(), { reason, until: this.#clock.now() + maxAnnouncedMs });
    };
    const forget = ({ uri }: { readonly uri: vscode.Uri }): void => void this.#saves.delete(uri.toString());
    this.#store.add(workspace.onWillSaveTextDocument(({ document, reason }) => note(document.uri, reason)));
    this.#store.add(workspace.onWillSaveNotebookDocument(({ notebook, reason }) => note(notebook.uri, reason)));
    this.#store.add(workspace.onDidCloseTextDocument(forget));
    this.#store.add(workspace.onDidCloseNotebookDocument(forget));
  }

  /** The reason of the write that is requested now, once; undefined for one that was not announced. */
  take(uri: vscode.Uri): vscode.TextDocumentSaveReason | undefined {
    const key = uri.toString();
    const reason = this.#reasonOf(key);
    this.#saves.delete(key);
    return reason;
  }

  /** Whether the write of a save is to be expected: VS Code asks about the file first. */
  isAnnounced(address: string): boolean {
    return this.#reasonOf(address) !== undefined;
  }

  #reasonOf(address: string): vscode.TextDocumentSaveReason | undefined {
    const announced = this.#saves.get(address);
    // A save that was announced may never be made: it was cancelled, or the file could not be looked at.
    return announced && this.#clock.now() <= announced.until ? announced.reason : undefined;
  }

  dispose(): void {
    this.#store.dispose();
  }
}
