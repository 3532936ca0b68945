import type { Disposable } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";

interface Firing<E> {
  fire(event: E): void;
}

/** Lets the emitter fire what the event of the newest value fires. */
export const relayTo = <T, E>(
  emitter: Firing<E>,
  slot: Pick<Slot<T>, "onDidFill">,
  eventOf: (value: T) => ((listener: (event: E) => void) => Disposable) | undefined,
): Disposable => {
  let newest: Disposable | undefined;
  const filled = slot.onDidFill((value) => {
    newest?.dispose();
    newest = eventOf(value)?.((event) => emitter.fire(event));
  });
  return {
    dispose: () => {
      filled.dispose();
      newest?.dispose();
    },
  };
};

/** What VS Code knows from the start and a feature provides once it is loaded. */
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

  /** Loads the feature where it is not loaded. Rejects when that fails. */
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
