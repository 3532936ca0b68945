import type { Account } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import type { FilePlace } from "../types.ts";
import type { PendingEdit } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";
import type { ContentEdit, Outcome } from "./publishEdits.ts";

/** When an edit goes to the service: with each save, after a pause, or only when the user says so. */
export type PublishMode = "onSave" | "afterPause" | "manual";

/**
 * Of the first three the service has the text. The others are stored here: until it is published, until the service takes it,
 * as not accepted by the service, as changed on both sides, or because the user did not let it be sent.
 */
export type SaveOutcome =
  | "published"
  | "merged"
  | "unchanged"
  | "kept"
  | "queued"
  | "refused"
  | "conflict"
  | "heldBack";

/** An edit that met a conflict, was not accepted, may have a secret in it, or is of a signed-out account. `error`: why. */
export interface FailedEdit {
  readonly edit: PendingEdit;
  readonly error?: unknown;
}

export interface PublishedEdit {
  readonly place: FilePlace;
  readonly outcome: SaveOutcome;
  readonly edit: PendingEdit;
}

export interface StoredEdit {
  readonly edit: PendingEdit;
  /** The id of the one that it took the place of. */
  readonly before: string | undefined;
  /** Of which the text is, if it is that of a document. */
  readonly document: FilePlace;
}

/** Sends the edits of gists, and those of drafts, of which it creates gists. */
export interface EditPublisher {
  modeOf(place: FilePlace): PublishMode;
  /**
   * The text of an edit that may be sent, with secrets redacted where the user wants it. Throws CancelledError where nothing
   * may be sent, ContentProblem for what the service does not take, and NotAskedError where a question would be necessary that it may not ask.
   */
  inspect(place: FilePlace, edit: Pick<PendingEdit, "mine" | "base">, mayAsk: boolean): Promise<string>;
  /** As `GistPublisher.publish`. */
  publish(place: FilePlace, edit: ContentEdit): Promise<Outcome>;
  /** Where the file is now: that of a draft may be in the gist that came of it. */
  placeOf(place: FilePlace): FilePlace;
}

/** Edits of an account without a token, or that is not there, wait for `EditEngine.retryAccount`. */
export interface EditAccounts {
  get(accountId: string): Pick<Account, "problem"> | undefined;
}

export interface EngineOptions {
  readonly pending: PendingEdits;
  readonly clock: Clock;
  readonly publisher: EditPublisher;
  readonly accounts: EditAccounts;
  /** Milliseconds without a save before an edit is published: with `afterPause`, and after an automatic save. */
  readonly pause: () => number;
  readonly onError: (error: unknown) => void;
}
