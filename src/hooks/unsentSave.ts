import type * as vscode from "vscode";
import { type Failure, failureOf } from "../localChanges/failureOf.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges } from "../localChanges/model.ts";
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

/** Stores why a local change was not sent that is sent without an editor. Undefined where it is none. */
export const noteUnsent = async (
  changes: LocalChanges,
  uri: vscode.Uri,
  content: Uint8Array,
  error: unknown,
): Promise<UnsentSave | undefined> => {
  const sent = changes.withText(documentPlaceOf(uri), content);
  if (!sent) return undefined;
  const { retryAt: _retryAt, ...rest } = sent;
  // Where it can't be stored, the error is shown all the same.
  await changes.store({ ...rest, ...hookFailureOf(error) }, sent.id).catch(() => undefined);
  return { uri, content, error, change: changes.latestOf(sent) };
};
