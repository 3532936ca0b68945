import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import type { StorageFolder } from "../base/storageFolder.ts";

/** VS Code has no code of its own for either; in its message are the browser's words, or those of the disk. */
const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return (
    ["ENOSPC", "EDQUOT", "EntryExceedsStorageQuota"].includes(String(code)) ||
    /QuotaExceeded|ExceedsStorageQuota|\bENOSPC\b|\bEDQUOT\b/.test(`${error.name} ${error.message}`)
  );
};

const fullText = (isBrowser: boolean): string =>
  isBrowser
    ? vscode.l10n.t(
        "The browser's storage for VS Code is full. Publish or discard unpublished edits, or delete data of other sites in the browser's settings, and try again.",
      )
    : vscode.l10n.t("The disk with VS Code's data is full. Delete files that you no longer need, and try again.");

/** The same folder, whose writes throw UserError where nothing more can be stored. */
export const explainFullStorage = (folder: StorageFolder, isBrowser: boolean): StorageFolder => {
  const explained = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (!isFull(error)) throw error;
      throw new UserError(fullText(isBrowser), { cause: error });
    }
  };
  return {
    ...folder,
    write: (name, text) => explained(folder.write(name, text)),
    create: (name, text) => explained(folder.create(name, text)),
    rename: (from, to) => explained(folder.rename(from, to)),
  };
};
