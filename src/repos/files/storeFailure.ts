import { decodeBase64 } from "../../base/bytes.ts";
import type { Failure } from "../../localChanges/failureOf.ts";
import type { DocumentPlace, LocalChange, LocalChanges } from "../../localChanges/model.ts";
import type { ContentPlace } from "../types.ts";
import { withChange } from "./commitErrors.ts";
import { commitFailureOf } from "./commitFailureOf.ts";
import type { RepoFiles } from "./files.ts";

/** Stores why a local change was not committed, whether an editor shows it or not. Rejects when it can't be stored. */
export const storeFailure = async (
  files: RepoFiles,
  changes: LocalChanges,
  place: ContentPlace,
  change: LocalChange,
  failure: Failure,
): Promise<void> => {
  // An editor shows it, or has nothing of it.
  const outcome = await files.store(place, decodeBase64(change.content), failure, change.id);
  // It may have been replaced by a later text, or discarded.
  if (outcome === "other" && changes.record(change.id)) await changes.storeFailure(change, failure);
};

/** Stores why a local change was not committed that is sent without an editor. Answers the error, with the change. */
export const noteUncommitted = async (
  files: RepoFiles,
  changes: LocalChanges,
  {
    place,
    at,
    mine,
    error,
  }: {
    readonly place: ContentPlace;
    /** The document of `place`. */
    readonly at: DocumentPlace;
    readonly mine: Uint8Array;
    readonly error: unknown;
  },
): Promise<unknown> => {
  const change = changes.withText(at, mine, (await files.shownChange(place))?.id);
  if (!change) return error;
  const failure = commitFailureOf(error);
  // What hindered it before still does when the user cancels; another window that sends it stores the outcome itself.
  const isNew = failure.reason !== "canceled" && !changes.isLeasedElsewhere(change.id);
  // Where it can't be stored, the error is shown all the same.
  if (isNew) await storeFailure(files, changes, place, change, failure).catch(() => undefined);
  return withChange(error, { mine, stored: changes.latestOf(change) });
};
