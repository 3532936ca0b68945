import * as vscode from "vscode";
import { accountOf } from "./indexStorage.ts";
import type { IndexFolder } from "./types.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

/** A file that was not moved to its place for so long is left over from a crash. Milliseconds. */
const maxTemporaryAgeMs = 60_000;

/**
 * A folder of the extension's own on this machine. A file is written beside its place and then moved there. What a crash left beside it has
 * gists' texts, too: it goes with the next write or removal of the file.
 */
export const indexFolder = (folder: vscode.Uri): IndexFolder => {
  const { fs } = vscode.workspace;
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  const names = async (): Promise<readonly string[]> => {
    try {
      return (await fs.readDirectory(folder)).map(([name]) => name);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const removeFile = async (name: string): Promise<void> => {
    try {
      await fs.delete(at(name));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };
  const removeLeftovers = async (of: string): Promise<void> => {
    for (const name of await names()) {
      if (!name.startsWith(`${of}.`) || !name.endsWith(".tmp")) continue;
      const { mtime } = await fs.stat(at(name)).then(undefined, () => ({ mtime: Date.now() }));
      // A younger one may be what another window writes now.
      if (mtime < Date.now() - maxTemporaryAgeMs) await removeFile(name);
    }
  };
  return {
    list: async () => [
      ...new Set(
        (await names())
          .map((name) => name.replace(/\.\w+\.tmp$/, ""))
          .filter((name) => accountOf(name) !== undefined),
      ),
    ],
    read: async (name) => {
      try {
        return await fs.readFile(at(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write: async (name, bytes) => {
      await fs.createDirectory(folder);
      // Where that is not possible, the file can be written all the same.
      await removeLeftovers(name).catch(() => undefined);
      const beside = at(`${name}.${crypto.randomUUID().slice(0, 8)}.tmp`);
      try {
        await fs.writeFile(beside, bytes);
        await fs.rename(beside, at(name), { overwrite: true });
      } catch (error) {
        // A full disk may have a part of it.
        await Promise.resolve(fs.delete(beside)).catch(() => undefined);
        throw error;
      }
    },
    remove: async (name) => {
      await removeFile(name);
      await removeLeftovers(name);
    },
  };
};
