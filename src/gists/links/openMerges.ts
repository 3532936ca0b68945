import { keepsMine } from "../../base/mergeTexts.ts";
import { plainOf } from "./textShape.ts";
import { keyOf, type Link } from "./types.ts";

interface OpenMerge {
  readonly mine: string;
  readonly theirs: string;
  /** What both had the last time; undefined when it is not at hand. */
  readonly base: string | undefined;
}

/**
 * Merges that are in an editor and not saved. Only when something else is saved than what was there before, theirs has
 * been taken in: who undoes a merge must not overwrite the other side with the next push. Neither must who leaves a merge with
 * own lines where both sides changed them, as Auto Save stores it while the user is at it: the push asks then.
 */
export class OpenMerges {
  readonly #open = new Map<string, OpenMerge>();
  /** What a save has begun, for who must not overtake it. */
  settled: Promise<unknown> = Promise.resolve();

  begin(link: Link, { mine, theirs, base }: OpenMerge): void {
    this.#open.set(keyOf(link), { mine: plainOf(mine), theirs, base });
  }

  /** The text that was taken in, now that this one was saved; undefined when none was. */
  saved(link: Link, text: string): string | undefined {
    const merge = this.#open.get(keyOf(link));
    if (!merge || plainOf(text) === merge.mine) return undefined;
    if (keepsMine(merge.base ?? "", merge.mine, merge.theirs, text)) return undefined;
    this.#open.delete(keyOf(link));
    return merge.theirs;
  }

  /** The editor was closed: nothing came of it. */
  drop(link: Link): void {
    this.#open.delete(keyOf(link));
  }
}
