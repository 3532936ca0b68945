import type { LocalChange } from "../../localChanges/model.ts";

/** Bytes of the largest file that the service takes. */
export const maxFileBytes = 100_000_000;

/** How the content of one file is committed. */
export interface WriteOptions {
  /** It is asked for where there is none. */
  readonly message?: string | undefined;
  /** The local change that is written, unless it is the editor's: without it, nothing is sent. */
  readonly sent?: LocalChange | undefined;
  /** Nothing is asked, and nothing is sent when this answers false right before the commit: CancelledError is thrown then. */
  readonly isStillMeant?: (() => boolean) | undefined;
  /** The user may choose a new branch in place of a protected one: the caller takes NeedsOtherBranch. */
  readonly mayTakeNewBranch?: boolean;
}

export type StoreOutcome = "stored" | "unchanged" | "other";
