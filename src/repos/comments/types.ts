import type { DraftFacts } from "../../comments/types.ts";
import type { RepoPlace } from "../types.ts";

/** A commit, by its whole id, as one account sees it. */
export interface CommitPlace extends RepoPlace {
  readonly sha: string;
}

/** Where in a commit a comment stands. */
export interface Anchor {
  readonly path: string;
  /** Line in the file after the commit, from 1. */
  readonly line?: number;
  /** Line index in the file's patch. */
  readonly position?: number;
}

/** A comment, or a change of one, that the service does not have. Without an anchor it is on the commit itself. */
export type CommitDraft = CommitPlace & DraftFacts & { readonly anchor?: Anchor };

export const keyOf = ({ accountId, owner, repo, sha }: CommitPlace): string =>
  `${accountId}/${owner.toLowerCase()}/${repo.toLowerCase()}/${sha}`;
