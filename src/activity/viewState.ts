import { Emitter } from "../base/event.ts";
import { isSameMute, noFilter } from "./arrange.ts";
import type { ActivityFilter, Grouping, Mute } from "./types.ts";

/** What the user chose for the view, as it is kept. */
export interface Chosen {
  readonly grouping?: Grouping;
  readonly filter?: ActivityFilter;
  /** By account. */
  readonly mutes?: Readonly<Record<string, readonly Mute[]>>;
}

export interface ChosenStorage {
  read(): Chosen;
  write(chosen: Chosen): void;
}

/** How events are arranged, which ones are shown, and whose are not; over restarts. */
export class ViewState {
  readonly #storage: ChosenStorage;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(storage: ChosenStorage) {
    this.#storage = storage;
  }

  get grouping(): Grouping {
    return this.#storage.read().grouping ?? "repository";
  }
  set grouping(grouping: Grouping) {
    this.#write({ grouping });
  }

  get filter(): ActivityFilter {
    return this.#storage.read().filter ?? noFilter;
  }
  set filter(filter: ActivityFilter) {
    this.#write({ filter });
  }

  mutes(accountId: string): readonly Mute[] {
    return this.#storage.read().mutes?.[accountId] ?? [];
  }

  mute(accountId: string, mute: Mute): void {
    const others = this.mutes(accountId).filter((each) => !isSameMute(each, mute));
    this.#setMutes(accountId, [...others, mute]);
  }

  unmute(accountId: string, mutes: readonly Mute[]): void {
    const rest = this.mutes(accountId).filter((each) => !mutes.some((mute) => isSameMute(mute, each)));
    this.#setMutes(accountId, rest);
  }

  /** The account was signed out. */
  forget(accountId: string): void {
    const { [accountId]: gone, ...mutes } = this.#storage.read().mutes ?? {};
    if (gone) this.#write({ mutes });
  }

  #setMutes(accountId: string, mutes: readonly Mute[]): void {
    this.#write({ mutes: { ...this.#storage.read().mutes, [accountId]: mutes } });
  }

  #write(change: Chosen): void {
    this.#storage.write({ ...this.#storage.read(), ...change });
    this.#changed.fire();
  }
}
