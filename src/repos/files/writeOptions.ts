import type { LocalChange } from "../../localChanges/model.ts";
import type { Base } from "./fileBases.ts";

/** Bytes of the largest file that the service takes. */
export const maxFileBytes = 100_000_000;

/** How the content of one file is committed. */
export interface WriteOptions {
  /** It is asked for where there is none. */
  readonly message?: string | undefined;
  /** It is the text of a local change, not of an editor: nothing is sent once no local change has it. */
  readonly isOfChange?: boolean;
  /** Nothing is asked, and nothing is sent when this answers false right before the commit: CancelledError is thrown then. */
  readonly isStillMeant?: (() => boolean) | undefined;
  /** The user may choose a new branch in place of a protected one: the caller takes NeedsOtherBranch. */
  readonly mayTakeNewBranch?: boolean;
}

export type StoreOutcome = "stored" | "unchanged" | "other";

/** `WriteOptions` of a text whose base is known. */
export interface SendOptions extends WriteOptions {
  /** The local change that is sent: not once it was sent or discarded. */
  readonly change?: LocalChange | undefined;
  /** Whether the editor has something else, which stays based on what it is. */
  readonly isBeside?: boolean;
}

export type CommitOutcome = "committed" | "merged" | "unchanged";

export interface CommitResult {
  readonly outcome: CommitOutcome;
  /** What a text that follows is based on. */
  readonly committed: Base;
}
