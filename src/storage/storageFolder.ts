import * as vscode from "vscode";
import type { StorageFolder } from "../base/storageFolder.ts";
import { privateFolder } from "./privateFolder.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

/** For a storage that is not a disk of this machine. */
const remoteFolder = (folder: vscode.Uri): StorageFolder => {
  const { fs } = vscode.workspace;
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  const unlessMissing = async <T>(act: () => PromiseLike<T>): Promise<T | undefined> => {
    try {
      return await act();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    list: async () =>
      ((await unlessMissing(() => fs.readDirectory(folder))) ?? [])
        .map(([name]) => name)
        .filter((name) => !name.endsWith(".tmp")),
    read: async (name) => {
      const bytes = await unlessMissing(() => fs.readFile(at(name)));
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (name, text) => {
      await fs.createDirectory(folder);
      const beside = at(`${name}.${crypto.randomUUID().slice(0, 8)}.tmp`);
      await fs.writeFile(beside, new TextEncoder().encode(text));
      await fs.rename(beside, at(name), { overwrite: true });
    },
    rename: async (from, to) =>
      (await unlessMissing(async () => fs.rename(at(from), at(to), { overwrite: true }).then(() => true))) ??
      false,
    remove: async (name) => {
      await unlessMissing(() => fs.delete(at(name)));
    },
  };
};

/** A folder in the extension's storage, which only this user can read where the storage is a disk. */
export const storageFolder = (folder: vscode.Uri): StorageFolder =>
  folder.scheme === "file" ? privateFolder(folder.fsPath) : remoteFolder(folder);
