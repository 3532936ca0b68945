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

export type PathProblem = "missing" | "link";

/** Why there is no file of the folder's own at this path; nothing is looked for behind a link. */
export const pathProblem = async (folder: TransferFolder, path: string): Promise<PathProblem | undefined> => {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const kind = await folder.kindOf(parts.slice(0, length).join("/"));
    if (kind === "link") return "link";
    if (kind !== (length === parts.length ? "file" : "folder")) return "missing";
  }
  return undefined;
};
