import type { User } from "./user.ts";

interface Signature {
  readonly name?: string;
  readonly email?: string;
  readonly date?: string;
}
export interface ChangedFile {
  readonly sha: string | null;
  readonly filename: string;
  readonly previous_filename?: string;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  readonly changes: number;
  readonly patch?: string;
  readonly raw_url?: string;
}
export interface Commit {
  readonly sha: string;
  readonly html_url?: string;
  readonly commit: {
    readonly message: string;
    readonly author: Signature | null;
    readonly committer: Signature | null;
    readonly comment_count?: number;
  };
  readonly author: User | null;
  readonly committer: User | null;
  readonly parents: readonly { readonly sha: string }[];
  readonly files?: readonly ChangedFile[];
  readonly stats?: { readonly additions: number; readonly deletions: number; readonly total: number };
}
export interface Branch {
  readonly name: string;
  readonly commit: { readonly sha: string; readonly url?: string };
  readonly protected?: boolean;
}
export interface Tag {
  readonly name: string;
  readonly commit: { readonly sha: string; readonly url?: string };
  readonly zipball_url?: string;
  readonly tarball_url?: string;
}
export interface CommitComment {
  readonly id: number;
  readonly body: string;
  readonly commit_id: string;
  readonly path: string | null;
  /** Line index in the diff. */
  readonly position: number | null;
  /** Line in the file. */
  readonly line: number | null;
  readonly user: User | null;
  readonly html_url?: string;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface Comparison {
  readonly status: string;
  readonly ahead_by: number;
  readonly behind_by: number;
  readonly total_commits: number;
  readonly commits: readonly Commit[];
  readonly files?: readonly ChangedFile[];
  /** What both have in common; the differences are those since then. */
  readonly merge_base_commit?: { readonly sha: string };
  readonly html_url?: string;
}
