import type * as vscode from "vscode";
import { BoundedMap } from "../base/boundedMap.ts";
import { openDocument } from "./openDocument.ts";

/**
 * The `mtime` of the files of one file system, in milliseconds. VS Code refuses a save where the file is newer and has another size by then. Our saves compare by themselves and lose nothing: what is
 * under an unsaved document is as old as VS Code believes.
 */
export class FileTimes {
  /** What was answered last, by address. */
  readonly #answered = new BoundedMap<number>(1000);
  /** What VS Code was answered before it read them. It may go on from that in another editor. */
  readonly #known = new BoundedMap<number>(1000);

  /** What to answer for a file that was modified at this time. */
  answer(uri: vscode.Uri, modified: number): number {
    const key = uri.toString();
    // Nothing is known of a text that an earlier session left unsaved.
    if (openDocument(uri)?.isDirty) return this.#known.get(key) ?? 0;
    this.#answered.set(key, modified);
    return modified;
  }

  /**
   * When a file was read. VS Code asks for its time before, or at the same time. What others read while the document is
   * unsaved does not come into it.
   */
  noteRead(uri: vscode.Uri): void {
    const key = uri.toString();
    const time = this.#answered.get(key);
    if (time !== undefined && !openDocument(uri)?.isDirty) this.#known.set(key, time);
  }
}
