import type { NameProblem } from "./fileName.ts";
import { ownerOf } from "./gistFacts.ts";
import type { Gist } from "../client/types/gist.ts";

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
  /** The file or account that it is about; for `notMine` the owner, empty when not known. */
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

/** For what only the owner of a gist may do. */
export const notMine = (gist: Gist): GistProblem => new GistProblem("notMine", ownerOf(gist) ?? "");
