import * as vscode from "vscode";
import type { EntryKind, TransferFolder } from "./folder.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && (error.code === "FileNotFound" || error.code === "FileNotADirectory");

const kindOf = (type: vscode.FileType): EntryKind => {
  if (type & vscode.FileType.SymbolicLink) return "link";
  if (type === vscode.FileType.File) return "file";
  return type === vscode.FileType.Directory ? "folder" : "other";
};

/** A folder on a disk, or wherever VS Code reaches files. */
export const diskFolder = (root: vscode.Uri): TransferFolder => {
  const at = (path: string): vscode.Uri => (path === "" ? root : vscode.Uri.joinPath(root, ...path.split("/")));
  const parentOf = (path: string): string => path.split("/").slice(0, -1).join("/");
  const folder: TransferFolder = {
    kindOf: async (path) => {
      try {
        return kindOf((await vscode.workspace.fs.stat(at(path))).type);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    list: async (path) => {
      try {
        return (await vscode.workspace.fs.readDirectory(at(path))).map(([name]) => name);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    read: async (path) => vscode.workspace.fs.readFile(at(path)),
    write: async (path, bytes) => {
      const parts = parentOf(path).split("/");
      for (let length = 1; parentOf(path) !== "" && length <= parts.length; length++) {
        const above = parts.slice(0, length).join("/");
        if ((await folder.kindOf(above)) === "link") throw vscode.FileSystemError.NoPermissions(at(above));
      }
      await vscode.workspace.fs.createDirectory(at(parentOf(path)));
      const beside = at(`${path}.${crypto.randomUUID().slice(0, 8)}.tmp`);
      try {
        await vscode.workspace.fs.writeFile(beside, bytes);
        await vscode.workspace.fs.rename(beside, at(path), { overwrite: true });
      } catch (error) {
        await vscode.workspace.fs.delete(beside).then(undefined, () => undefined);
        throw error;
      }
    },
    rename: async (from, to) => vscode.workspace.fs.rename(at(from), at(to), { overwrite: false }),
    remove: async (path) => vscode.workspace.fs.delete(at(path)),
    below: (path) => diskFolder(at(path)),
  };
  return folder;
};
