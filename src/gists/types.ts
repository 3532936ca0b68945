/** A gist or, with a name, one of its files. */
export interface GistPlace {
  readonly accountId: string;
  readonly gistId: string;
  readonly fileName?: string;
}
export type FilePlace = Required<GistPlace>;

export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly modified: number;
}

export interface NewGist {
  readonly description?: string | undefined;
  readonly public: boolean;
  /** Name → content; at least one. */
  readonly files: Readonly<Record<string, string>>;
}
