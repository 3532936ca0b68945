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
 * other tabs do. So the names are in a file of their own, which every change updates under the lock. Tabs of another origin
 * don't share the lock, and two that write at once lose a name: each tab adds what it knows. The files themselves are what
 * counts.
 */
export const browserFolder = (files: TabFiles, lock: Lock): StorageFolder => {
  /** Names in this tab's list that another tab has removed. */
  const gone = new Set<string>([indexName]);

  const writeNames = (names: ReadonlySet<string>): Promise<void> =>
    names.size === 0 ? files.remove(indexName) : files.write(indexName, JSON.stringify([...names].toSorted()));
  /** What the index has, and what it has lost, as after a crash between two writes. */
  const readNames = async (): Promise<{ readonly names: Set<string>; readonly isComplete: boolean }> => {
    const names = namesIn(await files.read(indexName)) ?? new Set();
    const { size } = names;
    for (const name of await files.list()) {
      if (names.has(name) || gone.has(name)) continue;
      if ((await files.read(name)) === undefined) gone.add(name);
      else names.add(name);
    }
    return { names, isComplete: names.size === size };
  };
  const changeNames = async (added?: string, removed?: string): Promise<void> => {
    const { names, isComplete } = await readNames();
    const isRemoved = removed !== undefined && names.delete(removed);
    const isAdded = added !== undefined && !names.has(added);
    if (isAdded) names.add(added);
    if (isAdded || isRemoved || !isComplete) await writeNames(names);
  };
  /** The names that have files; `isWhole` when the index has these and no others. */
  const look = async (): Promise<{ readonly names: readonly string[]; readonly isWhole: boolean }> => {
    const { names, isComplete } = await readNames();
    const listed = [...names];
    const found = await Promise.all(listed.map(async (name) => (await files.read(name)) !== undefined));
    return { names: listed.filter((_, index) => found[index]), isWhole: isComplete && found.every(Boolean) };
  };
  /** The name first: one without a file is passed over, a file without a name would not be seen. */
  const put = async (name: string, text: string): Promise<void> => {
    await changeNames(name);
    await files.write(name, text);
    gone.delete(name);
  };

  return {
    list: async () => {
      const before = await look();
      if (before.isWhole) return before.names;
      // Another tab may be renaming one, which then had none of its names when it was looked for.
      return lock(async () => {
        const { names, isWhole } = await look();
        // What is listed is right also where the index can't be written.
        if (!isWhole) await writeNames(new Set(names)).catch(() => undefined);
        return names;
      });
    },
    read: (name) => files.read(name),
    write: (name, text) => lock(() => put(name, text)),
    create: (name, text) =>
      lock(async () => {
        if ((await files.read(name)) !== undefined) return false;
        await put(name, text);
        return true;
      }),
    rename: (from, to) =>
      lock(async () => {
        const text = await files.read(from);
        if (text === undefined) return false;
        await put(to, text);
        await files.remove(from);
        await changeNames(undefined, from);
        return true;
      }),
    remove: (name) =>
      lock(async () => {
        await files.remove(name);
        await changeNames(undefined, name);
      }),
  };
};
