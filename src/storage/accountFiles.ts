import * as vscode from "vscode";

/** A file that was not renamed to its place for so long is left over from a crash. Milliseconds. */
const maxTemporaryAgeMs = 60_000;

/** Removes the files of these folders that belong to the account, and what crashes left. Subfolders stay. */
export const removeAccountFiles = async (folders: readonly vscode.Uri[], accountId: string): Promise<void> => {
  const { fs } = vscode.workspace;
  const isOf = (stored: string): boolean => {
    // Some keys are JSON within JSON, whose quotation marks are escaped.
    const text = stored.replaceAll('\\"', '"');
    return text.includes(`"${accountId}"`) || text.includes(`"${accountId}/`);
  };
  for (const folder of folders) {
    const entries = await fs.readDirectory(folder).then(
      (all) => all,
      () => [],
    );
    for (const [name, type] of entries) {
      if (type !== vscode.FileType.File) continue;
      const file = vscode.Uri.joinPath(folder, name);
      // Another window may rename or remove it at the same time.
      try {
        const isOld = (await fs.stat(file)).mtime < Date.now() - maxTemporaryAgeMs;
        if (name.endsWith(".tmp") ? isOld : isOf(new TextDecoder().decode(await fs.readFile(file))))
          await fs.delete(file);
      } catch (error) {
        if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
      }
    }
  }
};
