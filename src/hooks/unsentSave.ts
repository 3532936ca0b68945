import type * as vscode from "vscode";
import { isCancelled, SignedOutError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { ChangeReason, LocalChange } from "../localChanges/model.ts";
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
export const reasonOf = (error: unknown): ChangeReason => {
  if (error instanceof HookConflict) return "conflict";
  if (HttpError.is(error, "unauthorized")) return "token";
  if (error instanceof SignedOutError) return "signedOut";
  return isCancelled(error) ? "canceled" : "failed";
};
