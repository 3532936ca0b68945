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

/** What Undo Last Share takes back: the latest share of this window. */
export class LastShare {
  readonly #isThere = new ContextKey<boolean>(contextKeys.canUndoShare);
  #shared: Shared | undefined;

  get current(): Shared | undefined {
    return this.#shared;
  }

  set(shared: Shared): void {
    this.#shared = shared;
    this.#isThere.set(true);
  }

  /** It is undone, or its account is signed out. */
  clear(isMeant: (shared: Shared) => boolean): void {
    if (!this.#shared || !isMeant(this.#shared)) return;
    this.#shared = undefined;
    this.#isThere.set(false);
  }

  dispose(): void {
    this.#isThere.dispose();
  }
}
