/** An entry of a gist's history. */
export interface Revision {
  readonly sha: string;
  /** Empty when the server gives none. */
  readonly committedAt: string;
  /** Undefined when the user no longer exists. */
  readonly login: string | undefined;
  /** Lines, where the server counts them. */
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
}

/** As people refer to it. */
export const shortSha = (sha: string): string => sha.slice(0, 7);
