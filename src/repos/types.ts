import type { OperationId } from "../client/operations/table.ts";
import type { Event } from "../base/event.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import type { TreeContribution } from "../tree/node.ts";

/** A repository as one account sees it. */
export interface RepoPlace {
  readonly accountId: string;
  readonly owner: string;
  readonly repo: string;
}

/** Undefined for what is none. */
export const parseRepoPlace = (value: unknown): RepoPlace | undefined => {
  const { accountId, owner, repo } = fieldsOf(value);
  return typeof accountId === "string" && typeof owner === "string" && typeof repo === "string"
    ? { accountId, owner, repo }
    : undefined;
};

/** A file or folder of a repository at a branch, tag or commit. */
export interface ContentPlace extends RepoPlace {
  readonly ref: string;
  /** With slashes, without one at the beginning; empty for the root. */
  readonly path: string;
}

/** A file that gets another path, in its repository or in another one. */
export interface FileMove {
  readonly from: ContentPlace;
  readonly to: ContentPlace;
}

/** The lists of repositories: those of every account, and those that the user wants to see. */
export type RepoListKind =
  | "own"
  | "starred"
  | "watched"
  | `org:${string}`
  | `user:${string}`
  | `starredBy:${string}`
  | `watchedBy:${string}`;

type KindName<K> = K extends `${infer Name}:${string}` ? Name : K;

/** What it is a list of, such as `starredBy`. */
export const kindOfList = (list: RepoListKind): KindName<RepoListKind> =>
  list.split(":")[0] as KindName<RepoListKind>;

/** The organization or user whose list it is; empty for the others. */
export const nameOfList = (kind: RepoListKind): string => kind.split(":")[1] ?? "";

export const keyOf = ({ accountId, owner, repo }: RepoPlace): string =>
  `${accountId}/${owner.toLowerCase()}/${repo.toLowerCase()}`;

/** The same for one file at one branch, tag or commit only. */
export const fileKeyOf = (place: ContentPlace): string => `${keyOf(place)}/${place.ref}/${place.path}`;

/** What the feature has for others that are about repositories, too. */
export interface RepoPort {
  /** What is cached of this account (`account`) or repository (see `keyOf`) is to be read again; of all, when empty. */
  readonly onDidForget: Event<string>;
  /** Puts rows below each repository. */
  contribute(contribution: TreeContribution<RepoPlace>): void;
  /**
   * The repository of a row or editor, or the one that the user picks. With `operation` it throws HttpError `permission`,
   * before any question, if the token may not do that. Throws CancelledError.
   */
  target(target: unknown, placeHolder: string, operation?: OperationId): Promise<RepoPlace>;
  /** A branch, a tag, or what the user types. Throws CancelledError. */
  pickRef(place: RepoPlace, placeHolder: string): Promise<string>;
  /** Shows it in the view. */
  reveal(place: RepoPlace): Promise<void>;
  /** Shows a commit's files beside those of its parent. */
  openCommit(place: RepoPlace, sha: string): Promise<void>;
  /** Shows what `head` has that `base` has not. */
  openChanges(place: RepoPlace, base: string, head: string): Promise<void>;
  /** Those that are open in this window, of all accounts. */
  openHere(): Promise<readonly RepoPlace[]>;
}

/** How the own repositories are listed. */
export interface OwnOptions {
  readonly type: "all" | "owner" | "public" | "private" | "member";
  readonly sort: "created" | "updated" | "pushed" | "full_name";
  readonly direction: "asc" | "desc";
}

/** Which lists are others now: of one account or all; and which one, or all of it. */
export interface ReposEvent {
  readonly accountId?: string;
  readonly list?: RepoListKind;
}
