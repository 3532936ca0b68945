// Loaded with the first download.
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type ReadEntry } from "tar";
import { leavesFolder, partsBelow } from "./entryPath.ts";

/** Pieces of a file as they arrive. */
export type Pieces = AsyncIterable<Uint8Array>;

export interface Extracted {
  readonly files: number;
  /** Entries that were left out: they would have left the folder, are a repository's settings, or are neither file, folder nor link. */
  readonly leftOut: readonly string[];
}

/** A name beside `path` that nothing has yet. */
const besides = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);

/**
 * Writes the pieces to `path`, replacing what is there once all of them have come: a failure leaves nothing behind.
 * Throws what `pieces` throws, and the errors of the disk.
 */
export const saveFile = async (
  path: string,
  pieces: Pieces,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> => {
  const part = besides(path);
  const file = await open(part, "wx");
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      await file.writeFile(piece);
      bytes += piece.length;
      onBytes(bytes);
    }
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
};

const kinds = new Set(["File", "OldFile", "ContiguousFile", "Directory", "SymbolicLink"]);

const counted = async function* (pieces: Pieces, onBytes: (bytes: number) => void): Pieces {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    onBytes(bytes);
    yield piece;
  }
};

/**
 * Unpacks a .tar.gz whose entries are all below one folder, as the service's are, into the new folder `path`, without
 * that one. What would leave the folder is left out. A failure leaves nothing behind. Throws what `pieces` throws,
 * EEXIST when `path` is there, and Error for what is no archive, or one that ends too early.
 */
export const extractTarball = async (
  path: string,
  pieces: Pieces,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Extracted> => {
  // Taken at once, so that two of us never unpack into one; replaced by the whole at the end.
  await mkdir(path);
  const part = besides(path);
  const leftOut: string[] = [];
  let files = 0;
  let failure: Error | undefined;
  try {
    await mkdir(part);
    const unpack = extract({
      cwd: part,
      strip: 1,
      preservePaths: false,
      filter: (name, entry) => {
        const below = partsBelow(name, 1);
        const read = entry as ReadEntry;
        const { type, linkpath } = read;
        // No file runs with other rights than those of the user who runs it.
        if (read.mode !== undefined) read.mode &= 0o777;
        if (
          below === undefined ||
          !kinds.has(type) ||
          (type === "SymbolicLink" && leavesFolder(below, linkpath ?? ""))
        ) {
          leftOut.push(name);
          return false;
        }
        if (type !== "Directory") files += 1;
        return true;
      },
      // What cannot be written is not passed over in silence.
      onwarn: (code, message) => {
        if (code !== "TAR_ENTRY_INFO") failure ??= new Error(String(message));
      },
    });
    await pipeline(Readable.from(counted(pieces, onBytes)), unpack);
    if (failure) throw failure;
    await rm(path, { recursive: true });
    await rename(part, path);
    return { files, leftOut };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    await rm(path, { recursive: true, force: true });
    throw error;
  }
};
