/** A gist or, with a name, one of its files. */
export interface GistPlace {
  readonly accountId: string;
  readonly gistId: string;
  readonly fileName?: string;
}
export type FilePlace = Required<GistPlace>;
