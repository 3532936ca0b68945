import type { EntryKind, TransferFolder } from "../../src/gists/transfer/folder.ts";

/** A folder in memory. Paths in `links` lead elsewhere. Writes fail once `room` is used up. */
export class MemoryTransferFolder implements TransferFolder {
  readonly files: Map<string, Uint8Array>;
  readonly links: Set<string>;
  readonly #prefix: string;
  readonly budget: { room: number };

  constructor(from?: MemoryTransferFolder, prefix = "") {
    this.files = from?.files ?? new Map<string, Uint8Array>();
    this.links = from?.links ?? new Set<string>();
    this.budget = from?.budget ?? { room: Infinity };
    this.#prefix = prefix;
  }

  async kindOf(path: string): Promise<EntryKind | undefined> {
    const at = this.#prefix + path;
    if (this.links.has(at)) return "link";
    if (this.files.has(at)) return "file";
    return path === "" || [...this.files.keys(), ...this.links].some((each) => each.startsWith(`${at}/`))
      ? "folder"
      : undefined;
  }

  async list(path: string): Promise<readonly string[]> {
    const at = this.#prefix + (path === "" ? "" : `${path}/`);
    const below = [...this.files.keys(), ...this.links].filter((each) => each.startsWith(at));
    return [...new Set(below.map((each) => each.slice(at.length).split("/")[0] ?? ""))];
  }

  async read(path: string): Promise<Uint8Array> {
    const bytes = this.files.get(this.#prefix + path);
    if (!bytes) throw new Error(`no file ${path}`);
    return bytes;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.budget.room-- <= 0) throw new Error("The disk is full");
    this.files.set(this.#prefix + path, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    if (this.files.has(this.#prefix + to)) throw new Error(`${to} is there`);
    this.files.set(this.#prefix + to, await this.read(from));
    this.files.delete(this.#prefix + from);
  }

  async remove(path: string): Promise<void> {
    this.files.delete(this.#prefix + path);
  }

  below(path: string): MemoryTransferFolder {
    return new MemoryTransferFolder(this, `${this.#prefix}${path}/`);
  }

  text(path: string): string | undefined {
    const bytes = this.files.get(this.#prefix + path);
    return bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  put(path: string, text: string): void {
    this.files.set(this.#prefix + path, new TextEncoder().encode(text));
  }
}
