import type { ErrorKind } from "../client/errors.ts";

/** What comments are about: a gist, a commit. */
export interface CommentPlace {
  readonly accountId: string;
}

/** A comment as every part of the service sends it. */
export interface ServiceComment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A comment, or a change of one, that the service does not have. */
export interface DraftFacts {
  readonly localId: string;
  readonly body: string;
  /** The comment whose text it changes; absent for a new one. */
  readonly editOf?: number;
  /** With `editOf`: the comment's text that the change was begun on; absent in what earlier versions stored. */
  readonly base?: string;
  /** Why the service does not have it; absent while it is sent, or when the window was closed before the answer. */
  readonly error?: ErrorKind | "cancelled" | "unexpected";
  /** The text of an earlier attempt that the service may have taken; absent where that is `body`. */
  readonly sentBody?: string;
  /** The service may have it although it did not confirm it. */
  readonly isUnconfirmed?: boolean;
  /** The comments that there were before it was sent; absent when that is not known. */
  readonly knownIds?: readonly number[];
  /** When it was first sent. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly sentAt?: number;
  /** When the attempt began that is under way in some window. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly triedAt?: number;
}

/** A changed text can't be sent: its comment was deleted. The draft stays. */
export class CommentGoneError extends Error {
  override readonly name = "CommentGoneError";
  /** Of the draft. */
  readonly localId: string;

  constructor(localId: string, cause: unknown) {
    super("The comment was deleted.", { cause });
    this.localId = localId;
  }
}

/** A changed text was not sent: its comment was changed elsewhere. The draft stays. */
export class CommentChangedError extends Error {
  override readonly name = "CommentChangedError";
  /** Of the draft. */
  readonly localId: string;
  /** What the comment has now. */
  readonly theirs: string;

  constructor(localId: string, theirs: string) {
    super("The comment was changed elsewhere.");
    this.localId = localId;
    this.theirs = theirs;
  }
}

/** What outlives the window, shared with the other windows: what differs from what was read is written. */
export interface DraftStorage<Draft> {
  readDrafts(): readonly Draft[];
  writeDrafts(drafts: readonly Draft[]): void;
  /** Reads what other windows wrote. */
  refresh(): Promise<void>;
}
