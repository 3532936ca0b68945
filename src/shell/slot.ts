import type { Disposable } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";

/** What VS Code knows from the start and the app provides once it is loaded. */
export class Slot<T> {
  readonly #load: () => Promise<unknown>;
  readonly #filled = new Emitter<T>();
  #value: T | undefined;
  readonly onDidFill = this.#filled.event;

  constructor(load: () => Promise<unknown>) {
    this.#load = load;
  }

  get value(): T | undefined {
    return this.#value;
  }

  /** Loads the app where it is not loaded. Rejects when that fails. */
  async get(): Promise<T> {
    if (this.#value === undefined) await this.#load();
    if (this.#value === undefined) throw new Error("The extension has ended.");
    return this.#value;
  }

  fill(value: T): Disposable {
    this.#value = value;
    this.#filled.fire(value);
    return {
      dispose: () => {
        if (this.#value === value) this.#value = undefined;
      },
    };
  }
}
