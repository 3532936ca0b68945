import type * as vscode from "vscode";
import { type Failure, failureOf } from "../localChanges/failureOf.ts";
import type { LocalChange } from "../localChanges/model.ts";
import { HookConflict } from "./problem.ts";

/** What a save did not send, and is a local change now. */
export interface UnsentSave {
  readonly uri: vscode.Uri;
  readonly content: Uint8Array;
  readonly error: unknown;
  /** What the content is stored as; undefined where nothing of it differs from the hook. */
  readonly change: LocalChange | undefined;
}

/** Why a save that failed with this was not sent. */
export const hookFailureOf = (error: unknown): Failure =>
  failureOf(error, error instanceof HookConflict ? "conflict" : undefined);
