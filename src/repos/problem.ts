import { HttpError } from "../client/errors.ts";
import { isEmptyRepositoryMessage } from "../client/knownMessages.ts";

/** What cannot be done with a repository. */
export type RepoProblemKind =
  | "notAFile"
  | "isLink"
  | "isSubmodule"
  | "isFolder"
  | "gone"
  | "notABranch"
  | "changedSince"
  | "replaced"
  | "sentSince"
  | "exists"
  | "outdated"
  | "unsaved"
  | "tooLarge"
  | "tooLargeToSend"
  | "tooManyEntries"
  | "badName";

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

/** Something else is where a file was, or is to be: no commit puts a file in its place. */
export const isOtherThanFile = (error: unknown): error is RepoProblem =>
  error instanceof RepoProblem && ["isLink", "isSubmodule", "isFolder"].includes(error.kind);

/** What is said of an entry that is no file, by its type. */
export const problemOfType = (type: string, path: string): RepoProblem => {
  if (type === "symlink") return new RepoProblem("isLink", path);
  return new RepoProblem(type === "submodule" ? "isSubmodule" : "isFolder", path);
};

/** The service's words for a repository without a commit: of its files it has none, of its commits it cannot say. */
const isEmptyRepository = (error: unknown): boolean =>
  HttpError.is(error, "notFound", "conflict") && isEmptyRepositoryMessage(error.message);

/** A repository without a commit has nothing, which is no error. */
export const unlessEmpty = async <T>(reading: Promise<T>, nothing: T): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    if (isEmptyRepository(error)) return nothing;
    throw error;
  }
};
