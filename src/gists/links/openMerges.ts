import { fieldsOf } from "../../base/fieldsOf.ts";
import { keepsMine, mergeKeepingMine } from "../../base/mergeTexts.ts";
import type { Clock } from "../../base/clock.ts";
import { digestOf, newWriter } from "../../base/recordName.ts";
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
  /** When it began. Milliseconds since 1970-01-01T00:00:00Z; 0 for one of a version that stored no time. */
  readonly at: number;
}

/** A merge that goes on here. */
interface Known {
  readonly merge: StoredMerge;
  /** Its text on the disk. */
  readonly text: string;
  /** The files with that text. */
  readonly names: readonly string[];
}

interface OpenMergesOptions {
  /** Whether another window may have the same workspace open, as tabs of a browser may. */
  readonly isShared: boolean;
  readonly clock: Clock;
}

/** How long a merge is stored that may be one of another window. */
const maxAgeMs = 86_400_000;

/** Undefined for what is not the text of a merge. */
const decode = (text: string | undefined): StoredMerge | undefined => {
  try {
    const { link, mine, theirs, base, at } = fieldsOf(JSON.parse(text ?? ""));
    const { folder, path, gistId, fileName, accountId } = fieldsOf(link);
    if (typeof folder !== "string" || typeof path !== "string") return undefined;
    if (typeof gistId !== "string" || typeof fileName !== "string") return undefined;
    if (typeof mine !== "string" || typeof theirs !== "string") return undefined;
    return {
      link: { folder, path, gistId, fileName, ...(typeof accountId === "string" ? { accountId } : {}) },
      mine,
      theirs,
      base: typeof base === "string" ? base : undefined,
      at: typeof at === "number" ? at : 0,
    };
  } catch {
    return undefined;
  }
};

/** Whether a text lacks something that the other side alone changed, as after a merge that was undone. */
const lacksTheirs = (base: string, text: string, theirs: string): boolean =>
  mergeKeepingMine(base, text, theirs) !== text;

/**
 * Merges that are in an editor and not saved; they outlive a reload of the window. Theirs has been taken in when a text is saved
 * that has it: who undoes a merge must not overwrite the other side with the next push. Neither must who leaves a merge with own
 * lines where both sides changed them, as Auto Save stores it while the user is at it: the push asks then. Each window has
 * files of its own.
 */
export class OpenMerges {
  readonly #folder: StorageFolder;
  readonly #options: OpenMergesOptions;
  readonly #writer = newWriter();
  readonly #open = new Map<string, Known>();
  readonly #onError: (error: unknown) => void;
  #last: Promise<void>;

  /** Of the merges from before a reload, only those whose file an editor still shows go on. Failures are for `onError`. */
  constructor(
    folder: StorageFolder,
    isShown: (spot: Spot) => boolean,
    onError: (error: unknown) => void,
    options: OpenMergesOptions,
  ) {
    this.#folder = folder;
    this.#onError = onError;
    this.#options = options;
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
    const merge = { link: of, mine, theirs, base, at: this.#options.clock.now() };
    const key = keyOf(link);
    const name = `${await digestOf(key)}.${this.#writer}.json`;
    const text = JSON.stringify(merge);
    await this.#folder.write(name, text);
    const former = this.#open.get(key);
    this.#open.set(key, { merge, text, names: [name] });
    if (former) await this.#removeFiles(former, name);
  }

  /** The sides of the merge; undefined when it is over. */
  async sidesOf(spot: Spot): Promise<OpenMerge | undefined> {
    await this.settled;
    return this.#open.get(keyOf(spot))?.merge;
  }

  /** The text that was taken in, now that this one was saved; undefined when none was. */
  saved(link: Merged, text: string): string | undefined {
    const merge = this.#open.get(keyOf(link))?.merge;
    if (!merge || merge.link.gistId !== link.gistId || merge.link.fileName !== link.fileName) return undefined;
    const [mine, theirs, saved] = [plainOf(merge.mine), plainOf(merge.theirs), plainOf(text)];
    const base = merge.base ?? "";
    if (saved === mine || lacksTheirs(base, saved, theirs) || keepsMine(base, mine, theirs, saved))
      return undefined;
    return merge.theirs;
  }

  /** It is over: its result was saved, or the editor was closed and nothing came of it. */
  async end(spot: Spot): Promise<void> {
    const known = this.#open.get(keyOf(spot));
    if (!known) return;
    this.#open.delete(keyOf(spot));
    await this.#removeFiles(known);
  }

  /** The account was signed out: nothing of it stays, be it of this window or of another one. */
  async forgetAccount(accountId: string): Promise<void> {
    await this.settled;
    for (const { merge } of this.#open.values())
      if (merge.link.accountId === accountId) await this.end(merge.link);
    for (const { name, merge } of await this.#readAll())
      if (merge?.link.accountId === accountId) await this.#folder.remove(name);
  }

  /** One that this window took after a reload may be another window's, which then asks again: nothing of a text is lost. */
  async #removeFiles({ names, text }: Known, except?: string): Promise<void> {
    for (const name of names)
      if (name !== except && (await this.#folder.read(name)) === text) await this.#folder.remove(name);
  }

  async #readAll(): Promise<
    readonly { readonly name: string; readonly text: string; readonly merge: StoredMerge | undefined }[]
  > {
    const found = [];
    for (const name of await this.#folder.list()) {
      // One that can't be read doesn't keep the others from going on.
      const text = (await this.#folder.read(name).catch(() => undefined)) ?? "";
      found.push({ name, text, merge: decode(text) });
    }
    return found;
  }

  async #restore(isShown: (spot: Spot) => boolean): Promise<void> {
    const { isShared, clock } = this.#options;
    const isOthers = ({ at }: StoredMerge): boolean => isShared && at > clock.now() - maxAgeMs;
    const all = (await this.#readAll()).toSorted((one, other) => (other.merge?.at ?? 0) - (one.merge?.at ?? 0));
    for (const { name, text, merge } of all) {
      const key = merge && keyOf(merge.link);
      const newest = key === undefined ? undefined : this.#open.get(key);
      // It may be of another window: a text that lacks its changes is not taken for merged.
      if (merge && key !== undefined && isShown(merge.link) && (!newest || newest.text === text))
        this.#open.set(key, { merge, text, names: [...(newest?.names ?? []), name] });
      else if (!merge || !isOthers(merge)) await this.#folder.remove(name);
    }
  }
}
