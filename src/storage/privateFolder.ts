import {
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { join } from "node:path";
import type { StorageFolder } from "../base/storageFolder.ts";

const folderMode = 0o700;
const fileMode = 0o600;
/** A file that was not renamed to its place for so long is left over from a crash. Milliseconds. */
const maxTemporaryAgeMs = 3_600_000;

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, "code") : undefined);
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

const unlessMissing = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * A folder on the disk that only this user can read. A file is written beside its place, flushed, and then moved there,
 * so that a crash or a power cut leaves the old text or the new one.
 */
export const privateFolder = (folder: string): StorageFolder => {
  const at = (name: string): string => join(folder, name);

  /** What versions before wrote could be read by others; what a crash left is removed. */
  const tidy = async (): Promise<void> => {
    const names = await unlessMissing(() => readdir(folder));
    if (names === undefined) return;
    await chmod(folder, folderMode);
    for (const name of names) {
      await unlessMissing(async () => {
        const { mtimeMs, mode } = await stat(at(name));
        if (name.endsWith(".tmp") && Date.now() - mtimeMs > maxTemporaryAgeMs) await rm(at(name));
        else if ((mode & 0o077) !== 0) await chmod(at(name), fileMode);
      });
    }
  };
  let tidied: Promise<void> | undefined;
  const tidyOnce = (): Promise<void> =>
    // Where it cannot be done, the files can be used all the same.
    (tidied ??= tidy().catch(() => undefined));

  /** Writes a flushed file beside the one with this name, and moves it to its place. */
  const writeBeside = async <T>(name: string, text: string, move: (beside: string) => Promise<T>): Promise<T> => {
    await mkdir(folder, { recursive: true, mode: folderMode });
    const beside = at(`${name}.${crypto.randomUUID().slice(0, 8)}.tmp`);
    try {
      const file = await open(beside, "wx", fileMode);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      return await move(beside);
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined);
      throw error;
    }
  };

  return {
    list: async () => {
      await tidyOnce();
      const names = (await unlessMissing(() => readdir(folder))) ?? [];
      return names.filter((name) => !name.endsWith(".tmp"));
    },
    read: async (name) => unlessMissing(() => readFile(at(name), "utf8")),
    write: (name, text) => writeBeside(name, text, (beside) => rename(beside, at(name))),
    create: (name, text) =>
      writeBeside(name, text, async (beside) => {
        try {
          // Both fail where there is such a file, which a rename would replace. Not every disk has links.
          await link(beside, at(name)).catch((error: unknown) => {
            if (codeOf(error) === "EEXIST") throw error;
            return copyFile(beside, at(name), constants.COPYFILE_EXCL);
          });
          return true;
        } catch (error) {
          if (codeOf(error) === "EEXIST") return false;
          throw error;
        } finally {
          await rm(beside, { force: true });
        }
      }),
    rename: async (from, to) =>
      (await unlessMissing(async () => rename(at(from), at(to)).then(() => true))) ?? false,
    remove: async (name) => rm(at(name), { force: true }),
  };
};
