import type { StorageFolder } from "../../base/storageFolder.ts";
import { sha256 } from "../../base/sha256.ts";

/** The texts that both sides had, by their hash, so that three sides can be merged. */
export class Bases {
  readonly #folder: StorageFolder;

  constructor(folder: StorageFolder) {
    this.#folder = folder;
  }

  /** Answers the hash of a plain text, and keeps the text. */
  async put(plain: string): Promise<string> {
    const hash = await sha256(plain);
    await this.#folder.write(`${hash}.json`, JSON.stringify(plain));
    return hash;
  }

  /** Undefined when it is not kept on this machine. */
  async get(hash: string | null): Promise<string | undefined> {
    if (hash === null) return undefined;
    const text = await this.#folder.read(`${hash}.json`);
    if (text === undefined) return undefined;
    try {
      const plain: unknown = JSON.parse(text);
      return typeof plain === "string" && (await sha256(plain)) === hash ? plain : undefined;
    } catch {
      return undefined;
    }
  }

  /** Removes what no link needs. */
  async keepOnly(hashes: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#folder.list())
      if (!hashes.has(name.replace(/\.json$/, ""))) await this.#folder.remove(name);
  }
}
