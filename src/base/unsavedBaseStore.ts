import { type Clock, systemClock } from "./clock.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { digestOf, newWriter } from "./recordName.ts";
import type { StorageFolder } from "./storageFolder.ts";

/** How long and how many of what closed windows left is stored; for older ones the user is asked. */
const maxAgeMs = 60 * 86_400_000;
const maxFiles = 200;

/** What unsaved texts in editors are based on, by key. It is stored so that it is the same after a reload of the window. */
export class UnsavedBaseStore<Base> {
  readonly #folder: StorageFolder;
  readonly #isShared: boolean;
  readonly #decode: (data: unknown) => Base | undefined;
  readonly #writer = newWriter();
  readonly #written = new Map<string, Promise<void>>();
  readonly #clock: Clock;
  #isSwept = false;

  /**
   * `isShared` when windows without a workspace of their own store there too. `decode` answers undefined for what is not
   * a base.
   */
  constructor(
    folder: StorageFolder,
    isShared: boolean,
    decode: (data: unknown) => Base | undefined,
    clock: Clock = systemClock,
  ) {
    this.#clock = clock;
    this.#folder = folder;
    this.#isShared = isShared;
    this.#decode = decode;
  }

  /** Undefined when nothing is stored, or when several windows stored different ones: which is the right one is not known. */
  async read(key: string): Promise<Base | undefined> {
    const found = new Map<string, Base>();
    for (const name of await this.#namesOf(key)) {
      const base = this.#parse(key, await this.#folder.read(name).catch(() => undefined));
      if (base) found.set(JSON.stringify(base.data), base.decoded);
    }
    return found.size === 1 ? [...found.values()][0] : undefined;
  }

  /** Whether this window has stored one. */
  has(key: string): boolean {
    return this.#written.has(key);
  }

  /** Nothing when this window has stored one already. Rejects when it cannot be stored. `data` is a JSON value. */
  async write(key: string, data: unknown): Promise<void> {
    const former = this.#written.get(key);
    if (former) return former;
    const writing = this.#store(key, data);
    this.#written.set(key, writing);
    await writing;
    await this.#sweepOnce();
  }

  /** Stores it in place of another one. Until that has succeeded, the former one is there. Rejects when it cannot be stored. */
  async replace(key: string, data: unknown): Promise<void> {
    const former = this.#written.get(key);
    const writing = Promise.resolve(former?.catch(() => undefined)).then(() => this.#store(key, data));
    this.#written.set(key, writing);
    await writing;
    await this.#removeNames(key, (name, own) => name !== own && !this.#isShared);
    await this.#sweepOnce();
  }

  /** Removes what is stored, also by a window before this one where no other window stores. */
  async remove(key: string): Promise<void> {
    const writing = this.#written.get(key);
    this.#written.delete(key);
    await writing?.catch(() => undefined);
    await this.#removeNames(key, (name, own) => !this.#written.has(key) && (name === own || !this.#isShared));
  }

  async #removeNames(key: string, isMeant: (name: string, own: string) => boolean): Promise<void> {
    const own = this.#ownName(await digestOf(key));
    for (const name of await this.#namesOf(key)) if (isMeant(name, own)) await this.#folder.remove(name);
  }

  async #store(key: string, data: unknown): Promise<void> {
    const text = JSON.stringify({ key, data, at: this.#clock.now() });
    await this.#folder.write(this.#ownName(await digestOf(key)), text);
  }

  async #sweepOnce(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    await this.#sweep().catch(() => undefined);
  }

  /** Removes what windows left that never came back: no other window knows which of them are still open. */
  async #sweep(): Promise<void> {
    const found: { readonly name: string; readonly at: number }[] = [];
    for (const name of await this.#folder.list()) {
      if (name.endsWith(`.${this.#writer}.json`)) continue;
      const time = Number(/"at":(\d+)\}$/.exec((await this.#folder.read(name)) ?? "")?.[1]);
      // Those of earlier versions, and damaged ones, have no time.
      found.push({ name, at: time || this.#clock.now() - maxAgeMs });
    }
    found.sort((one, other) => other.at - one.at);
    for (const [index, { name, at }] of found.entries())
      if (index >= maxFiles || at < this.#clock.now() - maxAgeMs) await this.#folder.remove(name);
  }

  #parse(key: string, text: string | undefined): { readonly data: unknown; readonly decoded: Base } | undefined {
    try {
      const { key: found, data } = fieldsOf(JSON.parse(text ?? ""));
      const decoded = found === key ? this.#decode(data) : undefined;
      return decoded && { data, decoded };
    } catch {
      return undefined;
    }
  }

  #ownName(digest: string): string {
    return `${digest}.${this.#writer}.json`;
  }

  /** The names of what is stored of the key, by this window and by others. */
  async #namesOf(key: string): Promise<readonly string[]> {
    const digest = await digestOf(key);
    return (await this.#folder.list().catch(() => [])).filter((name) => name.startsWith(`${digest}.`));
  }
}
