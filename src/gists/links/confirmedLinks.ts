import { keyOf, type Link } from "./types.ts";

/** Where the confirmed links of a workspace are stored. */
export interface ConfirmedStorage {
  read(): readonly string[];
  write(identities: readonly string[]): Promise<void>;
}

const identityOf = (link: Link): string => JSON.stringify([keyOf(link), link.server, link.gistId, link.fileName]);

/**
 * The links that the user of this machine made or confirmed. Those that come with a repository pair whatever its author
 * wants with one of the user's gists: nothing is sent or written by them before the user has seen them.
 */
export class ConfirmedLinks {
  readonly #storage: ConfirmedStorage;

  constructor(storage: ConfirmedStorage) {
    this.#storage = storage;
  }

  has(link: Link): boolean {
    // The account is known of links that are not in the repository's file.
    return link.accountId !== undefined || this.#storage.read().includes(identityOf(link));
  }

  async add(links: readonly Link[]): Promise<void> {
    const former = this.#storage.read();
    const added = links.map(identityOf).filter((each) => !former.includes(each));
    if (added.length > 0) await this.#storage.write([...former, ...added]);
  }

  /** The user unlinked it: the repository must not link it again without a question. */
  async remove(link: Link): Promise<void> {
    const former = this.#storage.read();
    const left = former.filter((each) => each !== identityOf(link));
    if (left.length < former.length) await this.#storage.write(left);
  }
}
