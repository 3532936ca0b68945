import { fieldsOf } from "../../base/fieldsOf.ts";
import { keepsMine, mergeKeepingMine } from "../../base/mergeTexts.ts";
import { sha256 } from "../../base/sha256.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import { plainOf } from "./textShape.ts";
import { keyOf, type Link } from "./types.ts";

type Spot = Pick<Link, "folder" | "path">;
/** What a merge is of: once the file is linked to another one, it is over. */
type Merged = Spot & Pick<Link, "gistId" | "fileName">;

export interface OpenMerge {
  /** As the file has it. */
  readonly mine: string;
  readonly theirs: string;
  /** What both had the last time, as a plain text; undefined when it is not at hand. */
  readonly base: string | undefined;
}

interface StoredMerge extends OpenMerge {
  readonly link: Merged & Pick<Link, "accountId">;
}

/** Undefined for what is not the text of a merge. */
const decode = (text: string | undefined): StoredMerge | undefined => {
  try {
    const { link, mine, theirs, base } = fieldsOf(JSON.parse(text ?? ""));
    const { folder, path, gistId, fileName, accountId } = fieldsOf(link);
    if (typeof folder !== "string" || typeof path !== "string") return undefined;
    if (typeof gistId !== "string" || typeof fileName !== "string") return undefined;
    if (typeof mine !== "string" || typeof theirs !== "string") return undefined;
    return {
      link: { folder, path, gistId, fileName, ...(typeof accountId === "string" ? { accountId } : {}) },
      mine,
      theirs,
      base: typeof base === "string" ? base : undefined,
    };
  } catch {
    return undefined;
  }
};

const fileOf = async (spot: Spot): Promise<string> => `${await sha256(keyOf(spot))}.json`;

/** Whether a text lacks something that the other side alone changed, as after a merge that was undone. */
const lacksTheirs = (base: string, text: string, theirs: string): boolean =>
  mergeKeepingMine(base, text, theirs) !== text;

/**
 * Merges that are in an editor and not saved; they outlive a reload of the window. Theirs has been taken in when a text is saved
 * that has it: who undoes a merge must not overwrite the other side with the next push. Neither must who leaves a merge with own
 * lines where both sides changed them, as Auto Save stores it while the user is at it: the push asks then.
 */
export class OpenMerges {
  readonly #folder: StorageFolder;
  readonly #open = new Map<string, StoredMerge>();
  readonly #onError: (error: unknown) => void;
  #last: Promise<void>;

  /** Of the merges from before a reload, only those whose file an editor still shows go on. Failures are for `onError`. */
  constructor(folder: StorageFolder, isShown: (spot: Spot) => boolean, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
    this.#last = this.#restore(isShown).catch(onError);
  }

  /** Resolves when the restore and what was enqueued until now is done. */
  get settled(): Promise<void> {
    return this.#last;
  }

  /** Runs what a save or a closed editor brings about, one after the other. */
  enqueue(task: () => Promise<void>): void {
    this.#last = this.#last.then(task).catch(this.#onError);
  }

  async begin(link: Link, { mine, theirs, base }: OpenMerge): Promise<void> {
    const { folder, path, gistId, fileName, accountId } = link;
    const of = { folder, path, gistId, fileName, ...(accountId === undefined ? {} : { accountId }) };
    const merge = { link: of, mine, theirs, base };
    await this.#folder.write(await fileOf(link), JSON.stringify(merge));
    this.#open.set(keyOf(link), merge);
  }

  /** The sides of the merge; undefined when it is over. */
  async sidesOf(spot: Spot): Promise<OpenMerge | undefined> {
    await this.settled;
    return this.#open.get(keyOf(spot));
  }

  /** The text that was taken in, now that this one was saved; undefined when none was. */
  saved(link: Merged, text: string): string | undefined {
    const merge = this.#open.get(keyOf(link));
    if (!merge || merge.link.gistId !== link.gistId || merge.link.fileName !== link.fileName) return undefined;
    const [mine, theirs, saved] = [plainOf(merge.mine), plainOf(merge.theirs), plainOf(text)];
    const base = merge.base ?? "";
    if (saved === mine || lacksTheirs(base, saved, theirs) || keepsMine(base, mine, theirs, saved))
      return undefined;
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
      // One that can't be read doesn't keep the others from going on.
      const merge = decode(await this.#folder.read(name).catch(() => undefined));
      if (merge && isShown(merge.link)) this.#open.set(keyOf(merge.link), merge);
      else await this.#folder.remove(name);
    }
  }
}
