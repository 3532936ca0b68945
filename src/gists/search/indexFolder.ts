import * as vscode from "vscode";
import { accountOf } from "./indexStorage.ts";
import type { IndexFolder } from "./types.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

/** A folder of the extension's own on this machine. A file is written beside its place and then moved there. */
export const indexFolder = (folder: vscode.Uri): IndexFolder => {
  const { fs } = vscode.workspace;
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  return {
    list: async () => {
      try {
        return (await fs.readDirectory(folder))
          .map(([name]) => name)
          .filter((name) => accountOf(name) !== undefined);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
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
      try {
        await fs.delete(at(name));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
};
