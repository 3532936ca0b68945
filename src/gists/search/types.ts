/** A file as the index knows it. */
export interface IndexedFile {
  readonly name: string;
  readonly language: string;
  /** The beginning of its text; absent until it was read, and for what is no text. */
  readonly text?: string;
  /** True when the file goes on beyond `text`. */
  readonly isCut?: boolean;
}

export interface IndexedComment {
  readonly id: number;
  readonly author: string;
  readonly text: string;
}

/** A gist as the index knows it: from a list, and with texts since it was read. */
export interface IndexedGist {
  readonly id: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly owner: string;
  /** As the service writes dates. */
  readonly updated: string;
  readonly url: string;
  readonly isOwn: boolean;
  readonly isStarred: boolean;
  readonly files: readonly IndexedFile[];
  readonly commentCount: number;
  readonly comments: readonly IndexedComment[];
  /** The `updated` of the gist whose texts are here; absent before the first reading. */
  readonly readOf?: string;
  /** The `commentCount` when the comments were read; absent before. */
  readonly commentsOf?: number;
}

/** A file or a comment that a query found. */
export interface Match {
  readonly gist: IndexedGist;
  readonly file?: IndexedFile;
  readonly comment?: IndexedComment;
  readonly score: number;
  /** What is to be looked for in the texts: the query's phrases, and words as they are there or begin, lower-case and at most 33 for each word of the query. */
  readonly words: readonly string[];
}

export interface Hit extends Match {
  readonly accountId: string;
}

/** A folder of files of this extension; every write is whole or not at all. */
export interface IndexFolder {
  /** The names of the files, also of those of which a crash left nothing but a part. */
  list(): Promise<readonly string[]>;
  read(name: string): Promise<Uint8Array | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** When contents are read for searching: with the first search, as soon as the view is visible, or never. */
export type IndexMode = "onUse" | "background" | "off";

/**
 * How far the index is. `waiting`: nothing is under way. `limited`: the service's request limit is nearly used up.
 * `failed`: the last attempt ended early; the next search tries again.
 */
export type IndexState = "waiting" | "loading" | "listing" | "reading" | "limited" | "failed" | "off";

export interface IndexProgress {
  readonly state: IndexState;
  readonly indexed: number;
  readonly total: number;
  /** With `limited`: when it goes on. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly until?: number;
}
