/** What cannot be done with a repository, found before anything was sent. */
export type RepoProblemKind = "noAccount" | "noToken" | "notAFile" | "tooLarge" | "tooLargeToSend" | "badName";

/** The texts for people are made where they are shown. */
export class RepoProblem extends Error {
  override readonly name = "RepoProblem";
  readonly kind: RepoProblemKind;
  /** The account, file or name that it is about. */
  readonly subject: string;

  constructor(kind: RepoProblemKind, subject: string) {
    super(`${kind}: ${subject}`);
    this.kind = kind;
    this.subject = subject;
  }
}
