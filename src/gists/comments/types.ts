import type { DraftFacts, DraftStorage } from "../../comments/types.ts";

/** The gist that a conversation belongs to. */
export interface ConversationPlace {
  readonly accountId: string;
  readonly gistId: string;
}

/** A comment, or a change of one, that the service does not have. */
export type CommentDraft = ConversationPlace & DraftFacts;

/** What was seen of a gist's conversation. */
export interface Seen {
  readonly count: number;
  /** When the newest comment that was seen was written; absent before the first look. */
  readonly newest?: string;
}

/** What outlives the window. */
export interface CommentStorage extends DraftStorage<CommentDraft> {
  /** By `accountId/gistId`. */
  readSeen(): Readonly<Record<string, Seen>>;
  writeSeen(seen: Readonly<Record<string, Seen>>): void;
}

export const keyOf = ({ accountId, gistId }: ConversationPlace): string => `${accountId}/${gistId}`;
