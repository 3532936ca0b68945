import type { Memento } from "vscode";
import { BoundedMap } from "../../base/boundedMap.ts";
import { entriesOf } from "../../base/fieldsOf.ts";
import type { Clock } from "../../base/clock.ts";
import { contextKeys } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { type Shared, sharesOf, storedOf, storedSharesKey } from "./storedShares.ts";

const maxShares = 50;
const maxDeadLinks = 200;
/** Characters of all of them together. */
const maxDeadTexts = 10_000_000;

/** What Undo Last Share takes back: the shares of this window, the latest first; those of the last day also after a reload. */
export class LastShare {
  readonly #isThere = new ContextKey<boolean>(contextKeys.canUndoShare);
  /** What was in the clipboard before the links of deleted gists, where that is known, else nothing. */
  readonly #deadLinks = new BoundedMap<string>(maxDeadLinks, maxDeadTexts, ({ length }) => length);
  readonly #memento: Pick<Memento, "get" | "update">;
  readonly #clock: Clock;
  #shares: readonly Shared[];

  constructor(memento: Pick<Memento, "get" | "update">, clock: Clock) {
    this.#memento = memento;
    this.#clock = clock;
    const stored = memento.get<unknown>(storedSharesKey);
    this.#shares = sharesOf(stored, clock.now());
    if (entriesOf(stored).length > this.#shares.length) this.#store();
    if (this.#shares.length > 0) this.#isThere.set(true);
  }

  get current(): Shared | undefined {
    return this.#shares.at(-1);
  }

  add(shared: Omit<Shared, "sharedAt">): void {
    const added = this.#withoutDeadLink({ ...shared, sharedAt: this.#clock.now() });
    this.#shares = [...this.#shares, added].slice(-maxShares);
    this.#store();
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
  remove({ gist, ...given }: Omit<Shared, "sharedAt">): string | undefined {
    const known = this.#shares.find((shared) => shared.gist.id === gist.id) ?? { gist, ...given, sharedAt: 0 };
    this.markDeleted(gist.html_url);
    this.clear((shared) => shared.gist.id === gist.id);
    return this.#withoutDeadLink(known).clipboard;
  }

  /** Their account is signed out, for example. */
  clear(isMeant: (shared: Shared) => boolean): void {
    const left = this.#shares.filter((shared) => !isMeant(shared));
    const isChanged = left.length < this.#shares.length;
    this.#shares = left;
    if (isChanged) this.#store();
    this.#isThere.set(this.#shares.length > 0);
  }

  #withoutDeadLink(shared: Shared): Shared {
    let { clipboard } = shared;
    // No link is looked up twice: a service may give a link to another gist later.
    for (let left = maxDeadLinks; clipboard !== undefined && this.#deadLinks.has(clipboard); left -= 1)
      clipboard = left > 0 ? this.#deadLinks.get(clipboard) : "";
    return { ...shared, clipboard };
  }

  /** Where it can't be stored, a share can be undone until the window is reloaded. */
  #store(): void {
    const stored = this.#shares.map(storedOf);
    const update = this.#memento.update(storedSharesKey, stored.length > 0 ? stored : undefined);
    Promise.resolve(update).catch(() => undefined);
  }

  dispose(): void {
    this.#isThere.dispose();
  }
}
