import type { NameProblem } from "./fileName.ts";

/** What a gist does not take, found before anything was sent. */
export type ProblemKind =
  | "binary"
  | "tooLarge"
  | "emptyContent"
  | "lastFile"
  | "noFile"
  | "changedSince"
  | "notMine"
  | "tooManyFiles"
  | "inTheWay"
  | "brokenLinks"
  | "unsaved"
  | "outdated"
  | "sentElsewhere"
  | "restoredElsewhere"
  | "noHistory"
  | "noForks"
  | `name:${NameProblem}`;

/** The texts for people are made where they are shown. */
export class GistProblem extends Error {
  override readonly name = "GistProblem";
  readonly kind: ProblemKind;
  /** The file or account that it is about. */
  readonly subject: string;
  /** For `tooLarge`: the largest size in bytes. */
  readonly limit: number | undefined;

  constructor(kind: ProblemKind, subject: string, limit?: number) {
    super(`${kind}: ${subject}`);
    this.kind = kind;
    this.subject = subject;
    this.limit = limit;
  }
}
