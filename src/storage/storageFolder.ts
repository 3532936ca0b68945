import * as vscode from "vscode";
import type { StorageFolder } from "../base/storageFolder.ts";

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
  /** A file beside the one with this name. */
  const written = async (name: string, text: string): Promise<vscode.Uri> => {
    await fs.createDirectory(folder);
    const beside = at(`${name}.${crypto.randomUUID().slice(0, 8)}.tmp`);
    await fs.writeFile(beside, new TextEncoder().encode(text));
    return beside;
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
      await fs.rename(await written(name, text), at(name), { overwrite: true });
    },
    create: async (name, text) => {
      const beside = await written(name, text);
      try {
        await fs.rename(beside, at(name), { overwrite: false });
        return true;
      } catch (error) {
        await fs.delete(beside);
        if (error instanceof vscode.FileSystemError && error.code === "FileExists") return false;
        throw error;
      }
    },
    rename: async (from, to) =>
      (await unlessMissing(async () => fs.rename(at(from), at(to), { overwrite: true }).then(() => true))) ??
      false,
    remove: async (name) => {
      await unlessMissing(() => fs.delete(at(name)));
    },
  };
};

/** A folder on a disk. Where there is none, what needs Node is not loaded. */
const diskFolder = (path: string): StorageFolder => {
  let folder: Promise<StorageFolder> | undefined;
  const load = (): Promise<StorageFolder> =>
    (folder ??= import("./privateFolder.ts").then(
      ({ privateFolder }) => privateFolder(path),
      (error: unknown) => {
        folder = undefined;
        throw error;
      },
    ));
  return {
    list: async () => (await load()).list(),
    read: async (name) => (await load()).read(name),
    write: async (name, text) => (await load()).write(name, text),
    create: async (name, text) => (await load()).create(name, text),
    rename: async (from, to) => (await load()).rename(from, to),
    remove: async (name) => (await load()).remove(name),
  };
};

/** A folder in the extension's storage, which only this user can read where the storage is a disk. */
export const storageFolder = (folder: vscode.Uri): StorageFolder =>
  folder.scheme === "file" ? diskFolder(folder.fsPath) : remoteFolder(folder);
