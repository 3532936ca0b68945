import { HttpError } from "../../client/errors.ts";
import type { ChosenSide } from "../../ui/conflicts.ts";
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
export type AskAboutConflict = (conflict: RepoConflict, chosen?: ChosenSide) => void;

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

/** The user was asked for a commit's message, and takes a new branch in place of the protected one. */
export class NewBranchChosen extends Error {
  override readonly name = "NewBranchChosen";
  readonly commitMessage: string;

  constructor(commitMessage: string) {
    super("The commit is for a new branch.");
    this.commitMessage = commitMessage;
  }
}

/** Another branch than the protected one is to take it: that one has refused it, or the user took a new one. Nothing was sent. */
export class RefusedByBranch extends Error {
  override readonly name = "RefusedByBranch";
  readonly change: FileChange;
  /** What was to be written, and what it is based on; undefined when the file was to be deleted. */
  readonly write: { readonly bytes: Uint8Array; readonly base: Base } | undefined;
  /** The message of the commit that was not made. */
  readonly commitMessage: string;
  /** The service's words; undefined where the user has chosen a new branch already. */
  readonly reason: string | undefined;
  /** Does all that was to be done on another branch, with the same message; undefined for the write of one file. */
  readonly elsewhere: ((ref: string) => Promise<void>) | undefined;
  /** What the text that was to be written is stored as. */
  readonly stored: LocalChange | undefined;

  constructor(
    change: FileChange,
    write: RefusedByBranch["write"],
    commitMessage: string,
    reason: string | undefined,
    { elsewhere, stored }: Partial<Pick<RefusedByBranch, "elsewhere" | "stored">> = {},
  ) {
    super(`${change.place.ref} takes no commits: ${reason ?? "a new branch was chosen"}`);
    this.change = change;
    this.write = write;
    this.commitMessage = commitMessage;
    this.reason = reason;
    this.elsewhere = elsewhere;
    this.stored = stored;
  }

  /** The same refusal, with more about it. */
  with(more: Partial<Pick<RefusedByBranch, "elsewhere" | "stored">>): RefusedByBranch {
    return new RefusedByBranch(this.change, this.write, this.commitMessage, this.reason, more);
  }
}

/** The message of a commit. Throws RefusedByBranch where the user takes a new branch for it. */
export const asRefused = (
  change: FileChange,
  write: RefusedByBranch["write"],
  message: Promise<string>,
): Promise<string> =>
  message.catch((error: unknown) => {
    if (!(error instanceof NewBranchChosen)) throw error;
    const { commitMessage } = error;
    throw withCommitMessage(new RefusedByBranch(change, write, commitMessage, undefined), commitMessage);
  });
