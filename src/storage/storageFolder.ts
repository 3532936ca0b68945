import * as vscode from "vscode";
import { KeyedQueue } from "../base/keyedQueue.ts";
import type { StorageFolder } from "../base/storageFolder.ts";
import { explainFullStorage } from "./explainFullStorage.ts";
import { browserFolder, type Lock, type TabFiles } from "./browserFolder.ts";

/** Of what VS Code stores in a browser. */
const browserScheme = "vscode-userdata";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

const unlessMissing = async <T>(act: () => PromiseLike<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** The files of a folder in the storage of a browser. */
const tabFiles = (folder: vscode.Uri): TabFiles => {
  const { fs } = vscode.workspace;
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  // VS Code fails with a file that another tab made, and knows it from then on.
  const readBytes = async (name: string): Promise<Uint8Array | undefined> =>
    (await unlessMissing(() => fs.readFile(at(name)))) ?? unlessMissing(() => fs.readFile(at(name)));
  return {
    read: async (name) => {
      const bytes = await readBytes(name);
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (name, text) => fs.writeFile(at(name), new TextEncoder().encode(text)),
    remove: async (name) => {
      // What VS Code does not know it does not delete.
      if ((await readBytes(name)) !== undefined) await unlessMissing(() => fs.delete(at(name)));
    },
    list: async () => ((await unlessMissing(() => fs.readDirectory(folder))) ?? []).map(([name]) => name),
  };
};

const inThisTab = new KeyedQueue();

/** Of all tabs whose extensions run at the same origin, which are those of a workspace at least. */
const browserLock =
  (folder: vscode.Uri): Lock =>
  <T>(task: () => Promise<T>): Promise<T> => {
    const name = `forgeside ${folder.path}`;
    return "locks" in navigator ? (navigator.locks.request(name, task) as Promise<T>) : inThisTab.run(name, task);
  };

/** For a storage that is not a disk of this machine. */
const remoteFolder = (folder: vscode.Uri): StorageFolder => {
  const { fs } = vscode.workspace;
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
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

const folderOf = (folder: vscode.Uri): StorageFolder => {
  if (folder.scheme === "file") return diskFolder(folder.fsPath);
  return folder.scheme === browserScheme
    ? browserFolder(tabFiles(folder), browserLock(folder))
    : remoteFolder(folder);
};

/** A folder in the extension's storage, which only this user can read where the storage is a disk. */
export const storageFolder = (folder: vscode.Uri): StorageFolder =>
  explainFullStorage(folderOf(folder), folder.scheme === browserScheme);
