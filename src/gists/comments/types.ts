import type { ErrorKind } from "../../client/errors.ts";

/** The gist that a conversation belongs to. */
export interface ConversationPlace {
  readonly accountId: string;
  readonly gistId: string;
}

/** A comment, or a change of one, that the service does not have. */
export interface CommentDraft extends ConversationPlace {
  readonly localId: string;
  readonly body: string;
  /** The comment whose text it changes; absent for a new one. */
  readonly editOf?: number;
  /** Why the service does not have it; absent while it is sent, or when the window was closed meanwhile. */
  readonly error?: ErrorKind | "cancelled" | "unexpected";
  /** The comments that there were before it was sent; absent when that is not known. */
  readonly knownIds?: readonly number[];
}

/** What was seen of a gist's conversation. */
export interface Seen {
  readonly count: number;
  /** When the newest comment that was seen was written; absent before the first look. */
  readonly newest?: string;
}

/** What outlives the window. */
export interface CommentStorage {
  readDrafts(): readonly CommentDraft[];
  writeDrafts(drafts: readonly CommentDraft[]): void;
  /** By `accountId/gistId`. */
  readSeen(): Readonly<Record<string, Seen>>;
  writeSeen(seen: Readonly<Record<string, Seen>>): void;
}

export const keyOf = ({ accountId, gistId }: ConversationPlace): string => `${accountId}/${gistId}`;
