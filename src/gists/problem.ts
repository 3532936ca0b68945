import type { NameProblem } from "./fileName.ts";
import { ownerOf } from "./gistFacts.ts";
import type { Gist } from "../client/types/gist.ts";

/** What the content of a file is that the service does not take. */
export type ContentProblemKind = "binary" | "tooLarge" | "emptyContent";

/** What a gist does not take, found before anything was sent. */
export type ProblemKind =
  | ContentProblemKind
  | "tooLargeToStore"
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

const contentKinds: readonly ProblemKind[] = ["binary", "tooLarge", "emptyContent"] satisfies ContentProblemKind[];

/** The texts for people are made where they are shown. */
export class GistProblem extends Error {
  override readonly name = "GistProblem";
  readonly kind: ProblemKind;
  /** The file or account that it is about; for `notMine` the owner, empty when not known. */
  readonly subject: string;
  /** For `tooLarge` and `tooLargeToStore`: the largest size in bytes. */
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

/** The service does not take the content of a file as it is. */
export interface ContentProblem extends GistProblem {
  readonly kind: ContentProblemKind;
}

export const isContentProblemKind = (kind: string | undefined): boolean =>
  (contentKinds as readonly unknown[]).includes(kind);

export const isContentProblem = (error: unknown): error is ContentProblem =>
  error instanceof GistProblem && contentKinds.includes(error.kind);
