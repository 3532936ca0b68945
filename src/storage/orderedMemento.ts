import type { Memento } from "vscode";

type Values = Pick<Memento, "get" | "update">;

/**
 * VS Code's global state, safe for writes at the same time. VS Code sends all values with each write, gets them back a
 * moment later, and takes them over: a value that was written in between is lost. Here a write waits for the one before;
 * so there is one of these for all.
 */
export class OrderedMemento {
  readonly #values: Values;
  readonly #unwritten = new Map<string, { readonly value: unknown }>();
  #last: Promise<void> = Promise.resolve();

  constructor(values: Values) {
    this.#values = values;
  }

  get(key: string): unknown {
    const unwritten = this.#unwritten.get(key);
    return unwritten ? unwritten.value : this.#values.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    const write = { value };
    this.#unwritten.set(key, write);
    const written = this.#last
      .then(() => this.#values.update(key, value))
      .finally(() => {
        if (this.#unwritten.get(key) === write) this.#unwritten.delete(key);
      });
    this.#last = written.catch(() => undefined);
    return written;
  }
}
