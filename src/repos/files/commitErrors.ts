import { HttpError } from "../../client/errors.ts";
import type { ConflictChoice } from "../../ui/conflicts.ts";
import type { LocalChange } from "../../localChanges/model.ts";
import type { Base } from "./fileBases.ts";
import type { ContentPlace } from "../types.ts";

/** What happens to a file with a commit. */
export interface FileChange {
  readonly place: ContentPlace;
  readonly kind: "write" | "delete";
  /** The former path of a file that is moved. */
  readonly from?: string;
  /** The folder with which a file is deleted: its path and a slash. */
  readonly folder?: string | undefined;
  /** Set where the user may choose a new branch for it; the same object for all files that are deleted or moved together. */
  readonly together?: object | undefined;
}

/** Both sides changed the same lines: the user has to decide, and nothing was sent. */
export class RepoConflict extends Error {
  override readonly name = "RepoConflict";
  readonly place: ContentPlace;
  readonly mine: Uint8Array;
  /** What the service had then. */
  readonly remote: Base;
  /** What `mine` is stored as. */
  readonly change: LocalChange | undefined;

  constructor(place: ContentPlace, mine: Uint8Array, { sha, bytes }: Base, change?: LocalChange) {
    super(`${place.path} was changed on both sides.`);
    this.place = place;
    this.mine = mine;
    this.remote = { sha, bytes };
    this.change = change;
  }

  /** Null when the file was deleted since then. */
  get theirs(): Uint8Array | null {
    return this.remote.sha === null ? null : this.remote.bytes;
  }
}

/** Asks what to do about a conflict, unless that is chosen already, and does it. */
export type AskAboutConflict = (conflict: RepoConflict, chosen?: ConflictChoice) => void;

/** Files were deleted before one of them could not be; those after it are there still. */
export class DeletedInPart extends Error {
  override readonly name = "DeletedInPart";
  readonly done: number;
  readonly total: number;
  /** Of the file that was not deleted. */
  readonly path: string;

  constructor({ done, total, path }: Pick<DeletedInPart, "done" | "total" | "path">, cause: unknown) {
    super(`${path} could not be deleted.`, { cause });
    this.done = done;
    this.total = total;
    this.path = path;
  }
}

/** Files were copied to their new names, and one of them could not be deleted at its old one. */
export class MovedInPart extends Error {
  override readonly name = "MovedInPart";
  /** Of the file that was not deleted. */
  readonly path: string;
  /** Deletes what is left of the move. Throws as the move does. */
  readonly finish: () => Promise<void>;

  constructor({ path, finish }: Pick<MovedInPart, "path" | "finish">, cause: unknown) {
    super(`${path} could not be deleted.`, { cause });
    this.path = path;
    this.finish = finish;
  }
}

/** The texts of a conflict, and the one with both sides in it. */
export interface FileMerge {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly text: string;
}

const messages = new WeakMap<object, string>();

/** The error of a commit that failed after its message was entered. */
export const withCommitMessage = (error: unknown, message: string): unknown => {
  if (typeof error === "object" && error !== null) messages.set(error, message);
  return error;
};

/** The message that was entered for the commit that failed with this; undefined where the user was not asked yet. */
export const commitMessageOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null ? messages.get(error) : undefined;

/** The service's words for a branch that takes no commits. */
export const isRefusal = (error: unknown): error is HttpError =>
  HttpError.is(error, "conflict", "unprocessable", "forbidden");

/** The user has chosen a new branch for the commit in place of the protected one, and entered the message. */
export class NewBranchChosen extends Error {
  override readonly name = "NewBranchChosen";
  readonly commitMessage: string;
  /** Its name. */
  readonly branch: string;

  constructor(commitMessage: string, branch: string) {
    super("The commit is for a new branch.");
    this.commitMessage = commitMessage;
    this.branch = branch;
  }
}

/** Why a commit needs another branch. `reason`: the service's words. `branch`: the name of the new one. */
type Why =
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "chosen"; readonly branch: string };

/** The branch is protected: it has refused the commit, or the user has chosen a new one before that. Nothing was sent. */
export class NeedsOtherBranch extends Error {
  override readonly name = "NeedsOtherBranch";
  readonly change: FileChange;
  /** What was to be written, and what it is based on; undefined when the file was to be deleted. */
  readonly write: { readonly bytes: Uint8Array; readonly base: Base } | undefined;
  /** The message of the commit that was not made. */
  readonly commitMessage: string;
  readonly why: Why;
  /** Does all that was to be done on another branch, with the same message; undefined for the write of one file. */
  readonly elsewhere: ((ref: string) => Promise<void>) | undefined;
  /** What the text that was to be written is stored as. */
  readonly stored: LocalChange | undefined;

  constructor(
    change: FileChange,
    write: NeedsOtherBranch["write"],
    commitMessage: string,
    why: Why,
    { elsewhere, stored }: Partial<Pick<NeedsOtherBranch, "elsewhere" | "stored">> = {},
  ) {
    super(`${change.place.ref} takes no commits: ${why.kind === "refused" ? why.reason : why.branch}`);
    this.change = change;
    this.write = write;
    this.commitMessage = commitMessage;
    this.why = why;
    this.elsewhere = elsewhere;
    this.stored = stored;
  }

  /** The same commit, with more about it. */
  with({
    why = this.why,
    ...more
  }: Partial<Pick<NeedsOtherBranch, "why" | "elsewhere" | "stored">>): NeedsOtherBranch {
    const { elsewhere, stored } = this;
    return new NeedsOtherBranch(this.change, this.write, this.commitMessage, why, { elsewhere, stored, ...more });
  }
}

/** What a write failed with, with the local change that its text is stored as. */
export const withChange = (
  error: unknown,
  { mine, stored }: { readonly mine: Uint8Array; readonly stored: LocalChange | undefined },
): unknown => {
  // The editor has the text as it was saved, not as it would have been sent.
  if (error instanceof RepoConflict) return new RepoConflict(error.place, mine, error.remote, stored);
  return error instanceof NeedsOtherBranch ? error.with({ stored }) : error;
};

/** The message of a commit, as it is entered. Throws NeedsOtherBranch where the user chooses a new branch for the commit. */
export const messageOrOtherBranch = (
  change: FileChange,
  write: NeedsOtherBranch["write"],
  entered: Promise<string>,
): Promise<string> =>
  entered.catch((error: unknown) => {
    throw error instanceof NewBranchChosen
      ? new NeedsOtherBranch(change, write, error.commitMessage, { kind: "chosen", branch: error.branch })
      : error;
  });
