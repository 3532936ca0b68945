/** A folder of small files of the extension's own; every write is whole or not at all. */
export interface StorageFolder {
  /** The names of the files, those that are being written left out. */
  list(): Promise<readonly string[]>;
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  /** False when there is such a file already: of several windows that create it, one succeeds. */
  create(name: string, text: string): Promise<boolean>;
  /** False when `from` does not exist: of several windows that rename a file, one succeeds. */
  rename(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}
