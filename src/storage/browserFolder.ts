import type { StorageFolder } from "../base/storageFolder.ts";

/** The files of one folder as a tab sees them. Reads are of what is stored; lists may be older: each tab has its own. */
export interface TabFiles {
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Whole or not at all. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** As they were when the tab was opened, and what this tab changed. */
  list(): Promise<readonly string[]>;
}

/** Runs one task at a time, of all tabs that share the lock. */
export type Lock = <T>(task: () => Promise<T>) => Promise<T>;

/** The names of all files: what the lists of other tabs do not show. */
const indexName = ".names.json";

const namesIn = (text: string | undefined): Set<string> | undefined => {
  try {
    const names: unknown = JSON.parse(text ?? "");
    return Array.isArray(names)
      ? new Set(names.filter((name): name is string => typeof name === "string"))
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * A folder in the storage of a browser, where VS Code keeps a list of the files for each tab that knows nothing of what
 * other tabs do. So the names are in a file of their own, which every change updates under the lock. A name that was lost
 * from it comes back with the next tab: the files themselves are what counts.
 */
export const browserFolder = (files: TabFiles, lock: Lock): StorageFolder => {
  let completed: Promise<void> | undefined;

  const writeNames = (names: ReadonlySet<string>): Promise<void> =>
    names.size === 0 ? files.remove(indexName) : files.write(indexName, JSON.stringify([...names].toSorted()));
  const readNames = async (): Promise<Set<string>> => namesIn(await files.read(indexName)) ?? new Set();

  /** Adds what the index has lost, as after a crash between two writes. */
  const complete = async (): Promise<void> => {
    const names = await readNames();
    const { size } = names;
    for (const name of await files.list())
      // Another tab may have removed it since this one was opened.
      if (name !== indexName && !names.has(name) && (await files.read(name)) !== undefined) names.add(name);
    if (names.size > size) await writeNames(names);
  };
  const ready = (): Promise<void> =>
    (completed ??= lock(complete).catch((error: unknown) => {
      completed = undefined;
      throw error;
    }));
  const changeNames = async (added: string | undefined, removed?: string): Promise<void> => {
    const names = await readNames();
    const isRemoved = removed !== undefined && names.delete(removed);
    const isAdded = added !== undefined && !names.has(added);
    if (isAdded) names.add(added);
    if (isAdded || isRemoved) await writeNames(names);
  };
  const locked = async <T>(task: () => Promise<T>): Promise<T> => {
    await ready();
    return lock(task);
  };
  /** The name first: one without a file is passed over, a file without a name would not be seen. */
  const put = async (name: string, text: string): Promise<void> => {
    await changeNames(name);
    await files.write(name, text);
  };

  return {
    list: async () => {
      await ready();
      const names = [...(await readNames())];
      const found = await Promise.all(names.map(async (name) => (await files.read(name)) !== undefined));
      return names.filter((_, index) => found[index]);
    },
    read: (name) => files.read(name),
    write: (name, text) => locked(() => put(name, text)),
    create: (name, text) =>
      locked(async () => {
        if ((await files.read(name)) !== undefined) return false;
        await put(name, text);
        return true;
      }),
    rename: (from, to) =>
      locked(async () => {
        const text = await files.read(from);
        if (text === undefined) return false;
        await put(to, text);
        await files.remove(from);
        await changeNames(undefined, from);
        return true;
      }),
    remove: (name) =>
      locked(async () => {
        await files.remove(name);
        await changeNames(undefined, name);
      }),
  };
};
