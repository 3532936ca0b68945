import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";

type Value = string | boolean | readonly string[] | undefined;

const isSame = (one: Value, other: Value): boolean =>
  one === other || (typeof one === "object" && typeof other === "object" && one.join("\n") === other.join("\n"));

/** A value that `when` clauses read. Set only when it changes. An empty list is no value: the key alone asks for one. */
export class ContextKey<T extends string | boolean | readonly string[]> {
  readonly #key: string;
  #value: T | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  get value(): T | undefined {
    return this.#value;
  }

  set(value: T): void {
    const given = Array.isArray(value) && value.length === 0 ? undefined : value;
    if (isSame(given, this.#value)) return;
    this.#value = given;
    void vscode.commands.executeCommand("setContext", this.#key, given);
  }

  dispose(): void {
    this.#value = undefined;
    void vscode.commands.executeCommand("setContext", this.#key, undefined);
  }
}

/** A key that holds while `read` returns true; it is read now and after each change. */
export const trackContextKey = (
  key: string,
  read: () => boolean,
  ...changes: readonly ((listener: () => void) => Disposable)[]
): Disposable => {
  const store = new DisposableStore();
  const contextKey = store.add(new ContextKey<boolean>(key));
  const update = (): void => contextKey.set(read());
  for (const onDidChange of changes) store.add(onDidChange(update));
  update();
  return store;
};
