import type { User } from "./user.ts";

/** Interface 2.4. `content` is there only where one gist was read. */
export interface GistFile {
  readonly filename: string;
  readonly type?: string;
  readonly language?: string | null;
  readonly raw_url?: string;
  /** Bytes. */
  readonly size?: number;
  /** True when `content` is only the beginning; the whole is at `raw_url`. */
  readonly truncated?: boolean;
  readonly content?: string;
  readonly encoding?: string;
}
interface GistVersion {
  readonly version: string;
  readonly url: string;
  readonly user?: User | null;
  readonly committed_at: string;
  readonly change_status?: { readonly total?: number; readonly additions?: number; readonly deletions?: number };
}
export interface Gist {
  readonly id: string;
  readonly url: string;
  readonly html_url: string;
  readonly git_pull_url: string;
  readonly git_push_url: string;
  readonly public: boolean;
  readonly description: string | null;
  readonly files: Readonly<Record<string, GistFile | null>>;
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** The owner in records of 2015; null or absent in today's. */
  readonly user?: User | null;
  readonly owner?: User | null;
  /** True when there are more files than the answer lists. */
  readonly truncated?: boolean;
  readonly history?: readonly GistVersion[];
  readonly fork_of?: Gist | null;
}
/** Interface 2.5. */
export interface GistComment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  readonly user: User | null;
  readonly author_association?: string;
  readonly created_at: string;
  readonly updated_at: string;
}
