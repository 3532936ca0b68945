import type { StorageFolder } from "../../../src/base/storageFolder.ts";
import type { Transport } from "../../../src/client/transport.ts";

const never = new Promise<never>(() => undefined);

/** A process that ends at any of its reads and writes, of the disk or of the service: nothing of it goes on then. */
export class Process {
  /** How many reads and writes from now it ends; undefined for not at all. */
  endsIn: number | undefined;
  isOver = false;
  #end: () => void = () => undefined;
  readonly #ended = new Promise<"over">((resolve) => {
    this.#end = () => resolve("over");
  });

  end(): void {
    this.isOver = true;
    this.#end();
  }

  /** What comes of the task, or that the process is over before. */
  async run(task: () => Promise<unknown>): Promise<void> {
    await Promise.race([task(), this.#ended]);
  }

  disk(folder: StorageFolder): StorageFolder {
    return {
      list: () => this.#step(() => folder.list()),
      read: (name) => this.#step(() => folder.read(name)),
      write: (name, text) => this.#step(() => folder.write(name, text)),
      create: (name, text) => this.#step(() => folder.create(name, text)),
      rename: (from, to) => this.#step(() => folder.rename(from, to)),
      remove: (name) => this.#step(() => folder.remove(name)),
    };
  }

  network(transport: Transport): Transport {
    return (request) => this.#step(() => transport(request));
  }

  /** It may end before and after each. */
  async #step<T>(act: () => Promise<T>): Promise<T> {
    if (this.#isOverNow()) return never;
    const result = await act();
    return this.#isOverNow() ? never : result;
  }

  #isOverNow(): boolean {
    if (this.endsIn !== undefined && this.endsIn-- <= 0) this.end();
    return this.isOver;
  }
}
