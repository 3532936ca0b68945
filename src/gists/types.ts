/** A gist or, with a name, one of its files. */
export interface GistPlace {
  readonly accountId: string;
  readonly gistId: string;
  readonly fileName?: string;
  /** That of the document, which not every place has: one file may be open at two addresses, with and without a title. */
  readonly address?: string;
}
export type FilePlace = GistPlace & { readonly fileName: string };

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
