import type * as vscode from "vscode";
import type { LocalChange } from "../localChanges/model.ts";

/** What a save did not send, and is a local change now. */
export interface UnsentSave {
  readonly uri: vscode.Uri;
  readonly content: Uint8Array;
  readonly error: unknown;
  /** What the content is stored as; undefined where nothing of it differs from the hook. */
  readonly change: LocalChange | undefined;
}
