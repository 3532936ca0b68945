import { type Disposable, toDisposable } from "./disposable.ts";

/** Subscribes a listener; the result ends the subscription. Structurally a subset of VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  get listenerCount(): number {
    return this.#listeners.size;
  }

  fire(value: T): void {
    for (const listener of Array.from(this.#listeners)) listener.call(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
