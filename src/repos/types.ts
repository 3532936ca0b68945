import type { Graft } from "../tree/node.ts";

/** A repository as one account sees it. */
export interface RepoPlace {
  readonly accountId: string;
  readonly owner: string;
  readonly repo: string;
}

/** A file or folder of a repository at a branch, tag or commit. */
export interface ContentPlace extends RepoPlace {
  readonly ref: string;
  /** With slashes, without one at the beginning; empty for the root. */
  readonly path: string;
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

/** What the feature has for others that are about repositories, too. */
export interface RepoPort {
  /** Puts rows below each repository. */
  graft(graft: Graft<RepoPlace>): void;
  /** The repository of a row or editor, or the one that the user picks. Throws CancelledError. */
  target(target: unknown, placeHolder: string): Promise<RepoPlace>;
  /** A branch, a tag, or what the user types. Throws CancelledError. */
  pickRef(place: RepoPlace, placeHolder: string): Promise<string>;
}
