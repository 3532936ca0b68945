import type { EditFolder } from "../../src/gists/edits/pendingEdit.ts";

/** A folder that several windows may share. */
export class MemoryFolder implements EditFolder {
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

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }
}
