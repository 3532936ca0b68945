import { fieldsOf } from "../../base/fieldsOf.ts";
import { keepsMine } from "../../base/mergeTexts.ts";
import { sha256 } from "../../base/sha256.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import { plainOf } from "./textShape.ts";
import { keyOf, type Link } from "./types.ts";

type Spot = Pick<Link, "folder" | "path">;

export interface OpenMerge {
  /** As the file has it. */
  readonly mine: string;
  readonly theirs: string;
  /** What both had the last time, as a plain text; undefined when it is not at hand. */
  readonly base: string | undefined;
}

interface StoredMerge extends OpenMerge {
  readonly link: Spot & Pick<Link, "accountId">;
}

/** Undefined for what is not the text of a merge. */
const decode = (text: string | undefined): StoredMerge | undefined => {
  try {
    const { link, mine, theirs, base } = fieldsOf(JSON.parse(text ?? ""));
    const { folder, path, accountId } = fieldsOf(link);
    if (typeof folder !== "string" || typeof path !== "string") return undefined;
    if (typeof mine !== "string" || typeof theirs !== "string") return undefined;
    return {
      link: { folder, path, ...(typeof accountId === "string" ? { accountId } : {}) },
      mine,
      theirs,
      base: typeof base === "string" ? base : undefined,
    };
  } catch {
    return undefined;
  }
};

const fileOf = async (spot: Spot): Promise<string> => `${await sha256(keyOf(spot))}.json`;

/**
 * Merges that are in an editor and not saved; they outlive a reload of the window. Only when something else is saved than what
 * was there before, theirs has been taken in: who undoes a merge must not overwrite the other side with the next push. Neither
 * must who leaves a merge with own lines where both sides changed them, as Auto Save stores it while the user is at it: the push
 * asks then.
 */
export class OpenMerges {
  readonly #folder: StorageFolder;
  readonly #open = new Map<string, StoredMerge>();
  /** What was begun is done: the restore, and what a save or a closed editor stores. */
  settled: Promise<unknown>;

  /** Of the merges from before a reload, only those whose file an editor still shows go on. Failures are for `onError`. */
  constructor(folder: StorageFolder, isShown: (spot: Spot) => boolean, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.settled = this.#restore(isShown).catch(onError);
  }

  async begin(link: Link, { mine, theirs, base }: OpenMerge): Promise<void> {
    const { folder, path, accountId } = link;
    const merge = {
      link: { folder, path, ...(accountId === undefined ? {} : { accountId }) },
      mine,
      theirs,
      base,
    };
    this.#open.set(keyOf(link), merge);
    await this.#folder.write(await fileOf(link), JSON.stringify(merge));
  }

  /** The sides of the merge; undefined when it is over. */
  async sidesOf(spot: Spot): Promise<OpenMerge | undefined> {
    await this.settled;
    return this.#open.get(keyOf(spot));
  }

  /** The text that was taken in, now that this one was saved; undefined when none was. */
  saved(spot: Spot, text: string): string | undefined {
    const merge = this.#open.get(keyOf(spot));
    const mine = merge && plainOf(merge.mine);
    if (!merge || mine === undefined || plainOf(text) === mine) return undefined;
    if (keepsMine(merge.base ?? "", mine, merge.theirs, text)) return undefined;
    return merge.theirs;
  }

  /** It is over: its result was saved, or the editor was closed and nothing came of it. */
  async end(spot: Spot): Promise<void> {
    if (this.#open.delete(keyOf(spot))) await this.#folder.remove(await fileOf(spot));
  }

  /** The account was signed out. */
  async forgetAccount(accountId: string): Promise<void> {
    await this.settled;
    for (const { link } of this.#open.values()) if (link.accountId === accountId) await this.end(link);
  }

  async #restore(isShown: (spot: Spot) => boolean): Promise<void> {
    for (const name of await this.#folder.list()) {
      const merge = decode(await this.#folder.read(name));
      if (merge && isShown(merge.link)) this.#open.set(keyOf(merge.link), merge);
      else await this.#folder.remove(name);
    }
  }
}
