/** What cannot be done with a deploy key, or went wrong half-way. */
export type KeyProblemKind =
  | "privateKey"
  | "noKey"
  | "damagedKey"
  | "severalKeys"
  | "unknownType"
  | "noAdmin"
  | "inUse"
  | "cannotRename"
  | "gone"
  | "notAdded"
  | "bothLeft"
  | "deletionUnconfirmed"
  | "neitherLeft";

/** The texts for people are made where they are shown. Never has anything of a private key. */
export class KeyProblem extends Error {
  override readonly name = "KeyProblem";
  readonly kind: KeyProblemKind;
  /** The account, repository, type or title that it is about. */
  readonly subject: string;

  constructor(kind: KeyProblemKind, subject: string, cause?: unknown) {
    super(`${kind}: ${subject}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.subject = subject;
  }
}
