import type * as vscode from "vscode";
import { type Failure, failureOf } from "../localChanges/failureOf.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges } from "../localChanges/model.ts";
import type { HookBases } from "./hookBases.ts";
import { HookConflict, HookProblem } from "./problem.ts";

/** What a save did not send, and is a local change now. */
export interface UnsentSave {
  readonly uri: vscode.Uri;
  readonly content: Uint8Array;
  readonly error: unknown;
  /** What the content is stored as; undefined where it was sent or discarded since. */
  readonly change: LocalChange | undefined;
}

/** Why a save that failed with this was not sent. */
export const hookFailureOf = (error: unknown): Failure =>
  failureOf(error, error instanceof HookConflict ? "conflict" : undefined);

/** Stores why a local change was not sent that is sent without an editor. Undefined where it is none. */
export const noteUnsent = async (
  changes: LocalChanges,
  bases: Pick<HookBases, "changeOf" | "setChange">,
  { uri, content, error }: Omit<UnsentSave, "change">,
): Promise<UnsentSave | undefined> => {
  const key = uri.toString();
  const sent = changes.withText(documentPlaceOf(uri), content, bases.changeOf(key));
  if (!sent) return undefined;
  const failure = hookFailureOf(error);
  // What hindered it before still does when the user cancels; another window that sends it stores the outcome itself.
  if (failure.reason !== "canceled" && !changes.isLeasedElsewhere(sent.id)) {
    // Where it can't be stored, the error is shown all the same.
    const base = error instanceof HookProblem && error.now ? JSON.stringify(error.now) : sent.base;
    const stored = await changes.storeFailure({ ...sent, base }, failure).catch(() => undefined);
    // More may have been typed in the editor that shows it.
    if (stored && bases.changeOf(key) === sent.id) bases.setChange(key, stored.id);
  }
  return { uri, content, error, change: changes.latestOf(sent) };
};
