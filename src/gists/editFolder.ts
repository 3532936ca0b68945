import * as vscode from "vscode";
import type { EditFolder } from "./edits/pendingEdit.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof vscode.FileSystemError && error.code === "FileNotFound";

/** A folder of the extension's own on this machine. A file is written beside its place and then moved there. */
export const editFolder = (folder: vscode.Uri): EditFolder => {
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  return {
    list: async () => {
      try {
        const entries = await vscode.workspace.fs.readDirectory(folder);
        return entries.map(([name]) => name).filter((name) => name.endsWith(".json"));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    read: async (name) => {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(at(name)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write: async (name, text) => {
      await vscode.workspace.fs.createDirectory(folder);
      const beside = at(`${name}.${crypto.randomUUID().slice(0, 8)}.tmp`);
      await vscode.workspace.fs.writeFile(beside, new TextEncoder().encode(text));
      await vscode.workspace.fs.rename(beside, at(name), { overwrite: true });
    },
    remove: async (name) => {
      try {
        await vscode.workspace.fs.delete(at(name));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
};
