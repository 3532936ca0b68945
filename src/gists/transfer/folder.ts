/** What is at a path; `link` for what leads elsewhere. */
export type EntryKind = "file" | "folder" | "link" | "other";

/** A folder that the user has picked. Paths are relative, with `/`; "" is the folder itself. */
export interface TransferFolder {
  kindOf(path: string): Promise<EntryKind | undefined>;
  /** The names in it; empty when there is no such folder. */
  list(path: string): Promise<readonly string[]>;
  read(path: string): Promise<Uint8Array>;
  /** Whole or not at all; makes the folders on the way. Never through a link. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Throws when there is something at `to`. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** A folder below this one. */
  below(path: string): TransferFolder;
}

/** What systems leave in folders by themselves. */
const clutter = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

export const isEmptyFolder = async (folder: TransferFolder): Promise<boolean> =>
  (await folder.list("")).every((name) => clutter.has(name));
