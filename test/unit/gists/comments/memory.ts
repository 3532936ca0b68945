import type { CommentDraft, CommentStorage, Seen } from "../../../../src/gists/comments/types.ts";

/** What outlives a window, in memory; several windows may share one. */
export class MemoryComments implements CommentStorage {
  drafts: readonly CommentDraft[] = [];
  seen: Readonly<Record<string, Seen>> = {};

  readDrafts(): readonly CommentDraft[] {
    return this.drafts;
  }

  writeDrafts(drafts: readonly CommentDraft[]): void {
    this.drafts = structuredClone(drafts);
  }

  async refresh(): Promise<void> {
    // There is nothing else that writes.
  }

  readSeen(): Readonly<Record<string, Seen>> {
    return this.seen;
  }

  writeSeen(seen: Readonly<Record<string, Seen>>): void {
    this.seen = structuredClone(seen);
  }
}
