import type { Commit } from "./commit.ts";

interface ContentEntry {
  readonly type: string;
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  /** Bytes. */
  readonly size: number;
  readonly html_url?: string | null;
  readonly download_url?: string | null;
}
/** `content` is in the given `encoding` (`base64`, or `none` above 1 MB). */
export interface ContentFile extends ContentEntry {
  readonly encoding?: string;
  readonly content?: string;
  /** Where a link leads to. */
  readonly target?: string;
  /** Where the repository of a submodule is. */
  readonly submodule_git_url?: string | null;
}
/** A file, or the entries of a folder. */
export type Content = ContentFile | readonly ContentEntry[];
export interface FileCommit {
  readonly content: ContentEntry | null;
  readonly commit: Pick<Commit, "sha" | "html_url"> & Partial<Commit["commit"]>;
}
