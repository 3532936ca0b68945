/** What stands between a file of the workspace and a file of a gist. */
export type LinkState =
  | "synced"
  | "ahead"
  | "behind"
  | "diverged"
  /** The gist, or its file, is gone. */
  | "missing"
  /** The file of the workspace is gone. */
  | "localMissing"
  /** The service was not asked yet, or could not be. */
  | "unknown";

/** A file of the workspace and the file of a gist that it is paired with. */
export interface Link {
  /** The workspace folder, as a URI. */
  readonly folder: string;
  /** Within the workspace folder, with `/`. */
  readonly path: string;
  /** The server's base address. */
  readonly server: string;
  /** Absent where only the server is known, as in a repository's file. */
  readonly accountId?: string;
  readonly gistId: string;
  readonly fileName: string;
  /** The hash of what both had when they were the same the last time; null when they never were. */
  readonly base: string | null;
}

export const keyOf = ({ folder, path }: Pick<Link, "folder" | "path">): string => JSON.stringify([folder, path]);

/** Whether both pair the same file of the workspace with the same file of a gist. */
export const isSamePair = (one: Link, other: Link): boolean =>
  keyOf(one) === keyOf(other) &&
  one.server === other.server &&
  one.gistId === other.gistId &&
  one.fileName === other.fileName;

/** The name of the workspace's file. */
export const nameOf = ({ path }: Pick<Link, "path">): string => path.split("/").at(-1) ?? path;
