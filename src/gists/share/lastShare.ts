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

/** What Undo Last Share takes back: the shares of this window, the latest first. */
export class LastShare {
  readonly #isThere = new ContextKey<boolean>(contextKeys.canUndoShare);
  #shares: readonly Shared[] = [];

  get current(): Shared | undefined {
    return this.#shares.at(-1);
  }

  add(shared: Shared): void {
    this.#shares = [...this.#shares, shared].slice(-maxShares);
    this.#isThere.set(true);
  }

  /** It was undone. Answers what to put back in place of its link; of a later share that is never a link of one undone. */
  remove({ gist, clipboard: given }: Shared): string | undefined {
    const known = this.#shares.find((shared) => shared.gist.id === gist.id);
    const clipboard = known ? known.clipboard : given;
    this.clear((shared) => shared.gist.id === gist.id);
    this.#shares = this.#shares.map((shared) =>
      shared.clipboard === gist.html_url ? { ...shared, clipboard } : shared,
    );
    return clipboard;
  }

  /** Their account is signed out, for example. */
  clear(isMeant: (shared: Shared) => boolean): void {
    this.#shares = this.#shares.filter((shared) => !isMeant(shared));
    this.#isThere.set(this.#shares.length > 0);
  }

  dispose(): void {
    this.#isThere.dispose();
  }
}
