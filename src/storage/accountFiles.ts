import * as vscode from "vscode";
import { storageFolder } from "./storageFolder.ts";

/** A file that was not renamed to its place for so long is left over from a crash. Milliseconds. */
const maxTemporaryAgeMs = 60_000;

/**
 * Removes the files of these folders that belong to the account, and what crashes left. Subfolders stay, and so does what
 * another window saved after `signedOutAt`, milliseconds since 1970-01-01T00:00:00Z.
 */
export const removeAccountFiles = async (
  folders: readonly vscode.Uri[],
  accountId: string,
  signedOutAt: number,
): Promise<void> => {
  const { fs } = vscode.workspace;
  const isOf = (content: string): boolean => {
    // Some keys are JSON within JSON, whose quotation marks are escaped.
    const text = content.replaceAll('\\"', '"');
    return text.includes(`"${accountId}"`) || text.includes(`"${accountId}/`);
  };
  for (const folder of folders) {
    const entries = await fs.readDirectory(folder).then(
      (all) => all,
      () => [],
    );
    const stored = storageFolder(folder);
    const files = entries.flatMap(([name, type]) => (type === vscode.FileType.File ? [name] : []));
    for (const name of new Set([...files, ...(await stored.list().catch(() => []))])) {
      const file = vscode.Uri.joinPath(folder, name);
      // Another window may rename or remove it at the same time.
      try {
        const { mtime } = await fs.stat(file);
        if (name.endsWith(".tmp")) {
          if (mtime < Date.now() - maxTemporaryAgeMs) await fs.delete(file);
        } else if (mtime <= signedOutAt && isOf((await stored.read(name)) ?? "")) await stored.remove(name);
      } catch (error) {
        if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
      }
    }
  }
};
