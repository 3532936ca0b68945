import { BoundedMap } from "../../base/boundedMap.ts";
import type { Gist } from "../../client/types/gist.ts";
import { contextKeys } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";

/** A gist that was shared from this window. */
export interface Shared {
  readonly accountId: string;
  readonly gist: Gist;
  /** What was in the clipboard before the link was put there; undefined when it was not put there. */
  readonly clipboard: string | undefined;
}

const maxShares = 50;
const maxDeadLinks = 200;
/** Characters of all of them together. */
const maxDeadTexts = 10_000_000;

/** What Undo Last Share takes back: the shares of this window, the latest first. */
export class LastShare {
  readonly #isThere = new ContextKey<boolean>(contextKeys.canUndoShare);
  /** What was in the clipboard before the links of deleted gists, where that is known, else nothing. */
  readonly #deadLinks = new BoundedMap<string>(maxDeadLinks, maxDeadTexts, ({ length }) => length);
  #shares: readonly Shared[] = [];

  get current(): Shared | undefined {
    return this.#shares.at(-1);
  }

  add(shared: Shared): void {
    this.#shares = [...this.#shares, this.#withoutDeadLink(shared)].slice(-maxShares);
    // The walkthrough counts a change only.
    this.#isThere.set(false);
    this.#isThere.set(true);
  }

  /** The gist with this link was deleted: the link is not put back into the clipboard. */
  markDeleted(link: string): void {
    const share = this.#shares.findLast(({ gist }) => gist.html_url === link);
    this.#deadLinks.set(link, share?.clipboard ?? this.#deadLinks.get(link) ?? "");
    this.#shares = this.#shares.map((shared) => this.#withoutDeadLink(shared));
  }

  /** It was undone. Answers what to put back in place of its link, which is never a link of a deleted gist. */
  remove({ gist, ...given }: Shared): string | undefined {
    const known = this.#shares.find((shared) => shared.gist.id === gist.id) ?? { gist, ...given };
    this.markDeleted(gist.html_url);
    this.clear((shared) => shared.gist.id === gist.id);
    return this.#withoutDeadLink(known).clipboard;
  }

  /** Their account is signed out, for example. */
  clear(isMeant: (shared: Shared) => boolean): void {
    this.#shares = this.#shares.filter((shared) => !isMeant(shared));
    this.#isThere.set(this.#shares.length > 0);
  }

  #withoutDeadLink(shared: Shared): Shared {
    let { clipboard } = shared;
    // No link is looked up twice: a service may give a link to another gist later.
    for (let left = maxDeadLinks; clipboard !== undefined && this.#deadLinks.has(clipboard); left -= 1)
      clipboard = left > 0 ? this.#deadLinks.get(clipboard) : "";
    return { ...shared, clipboard };
  }

  dispose(): void {
    this.#isThere.dispose();
  }
}
