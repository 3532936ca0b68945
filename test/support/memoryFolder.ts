import type { StorageFolder } from "../../src/base/storageFolder.ts";

/** A folder that several windows may share. */
export class MemoryFolder implements StorageFolder {
  readonly files = new Map<string, string>();

  async list(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }

  async read(name: string): Promise<string | undefined> {
    return this.files.get(name);
  }

  async write(name: string, text: string): Promise<void> {
    this.files.set(name, text);
  }

  async create(name: string, text: string): Promise<boolean> {
    if (this.files.has(name)) return false;
    this.files.set(name, text);
    return true;
  }

  async rename(from: string, to: string): Promise<boolean> {
    const text = this.files.get(from);
    if (text === undefined) return false;
    this.files.delete(from);
    this.files.set(to, text);
    return true;
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }
}
