import * as vscode from "vscode";

/** A value that `when` clauses read. Set only when it changes. */
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
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand("setContext", this.#key, value);
  }

  dispose(): void {
    this.#value = undefined;
    void vscode.commands.executeCommand("setContext", this.#key, undefined);
  }
}
