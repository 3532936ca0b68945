/** How the content of one file is committed. */
export interface WriteOptions {
  /** It is asked for where there is none. */
  readonly message?: string | undefined;
  /** The user may choose a new branch in place of a protected one: the caller takes NeedsOtherBranch. */
  readonly mayTakeNewBranch?: boolean;
}
